export { PROBLEMS, readReply } from "./read-reply.ts";
export type { Problem, Reading } from "./read-reply.ts";
export { ReplyStream } from "./reply-stream.ts";
export type { ReplyState } from "./reply-stream.ts";
export type { Offered, TextRequest } from "./request.ts";
