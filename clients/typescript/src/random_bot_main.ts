import { run } from "arena-client";
import { RandomBot } from "./random_bot.js";

await run(new RandomBot());
