import { RESPONSE_BRAND, hasBrand } from "./brand.ts";

export type Additional = Readonly<Record<string, unknown>>;

export type ResponseInit<A extends Additional | undefined = Additional | undefined> = {
  /** The text that is appended as the tool's result and shown to the model. */
  message: string;
  /** Ends the turn with `message`, also when it is empty. Default: false. */
  break_loop?: boolean;
  /**
   * Metadata kept with the result. It can never overwrite the result's own fields. Of a tool with `output` it is the
   * structured result.
   */
  additional?: A | undefined;
};

/**
 * What a tool answers.
 *
 * @example
 * return new Response({ message: "4 °C in Oslo", break_loop: false });
 */
export class Response<A extends Additional | undefined = Additional | undefined> {
  static readonly [RESPONSE_BRAND] = true;
  readonly [RESPONSE_BRAND] = true;
  readonly message: string;
  readonly break_loop: boolean;
  readonly additional: A | undefined;

  constructor(init: ResponseInit<A>) {
    this.message = init.message;
    this.break_loop = init.break_loop ?? false;
    this.additional = init.additional;
  }
}

export function isResponse(value: unknown): value is Response {
  return typeof value === "object" && hasBrand(value, RESPONSE_BRAND);
}
