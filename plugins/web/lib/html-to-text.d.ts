// The library has no types of its own; these are what is used of it.
declare module "html-to-text" {
  export type Selector = {
    readonly selector: string;
    readonly format?: string;
    readonly options?: Readonly<Record<string, unknown>>;
  };
  export function convert(
    html: string,
    options: {
      readonly wordwrap: false;
      readonly selectors?: readonly Selector[];
      readonly limits?: { readonly maxDepth?: number; readonly maxInputLength?: number };
    },
  ): string;
}
