import { defineExtension } from "pegboard";

// Off by default: a text that changes every day is one that providers can not cache for longer.
export default defineExtension("system_prompt", (_event, { settings }) => {
  if (settings["tell_date"] !== true) return;
  return `Today is ${new Date().toISOString().slice(0, 10)} (UTC).`;
});
