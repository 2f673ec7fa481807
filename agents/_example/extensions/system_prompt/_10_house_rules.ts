import { defineExtension } from "pegboard";

// What is returned is appended to the system prompt. The number in the file name puts extensions in order.
export default defineExtension(
  "system_prompt",
  ({ profile }) => `# House rules\n\nThe profile ${profile} answers in one paragraph.`,
);
