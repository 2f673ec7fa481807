export { readReply } from "./read-reply.ts";
export type { Problem } from "./read-reply.ts";
export { ReplyStream } from "./reply-stream.ts";
export type { ReplyState } from "./reply-stream.ts";
export type { Offered } from "./request.ts";
