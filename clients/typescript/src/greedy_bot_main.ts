import { run } from "arena-client";
import { GreedyBot } from "./greedy_bot.js";

await run(new GreedyBot());
