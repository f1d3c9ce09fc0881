import { run } from "arena-client";
import { MyBot } from "./bot.js";

await run(new MyBot());
