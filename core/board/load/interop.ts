const views = new WeakMap<object, object>();

/**
 * A module of Node's own loader as transpiled code expects a module: marked with `__esModule`, so that its default export
 * is taken for what it is. Bindings stay live.
 *
 * @param whole - the default export, where the namespace has none of its own
 */
export function asModule(namespace: object, whole?: unknown): object {
  const known = views.get(namespace);
  if (known) return known;
  const view: object = Object.create(null, { __esModule: { value: true } });
  for (const key of Object.keys(namespace)) {
    if (key === "__esModule") continue;
    Object.defineProperty(view, key, {
      enumerable: true,
      get: () => Reflect.get(namespace, key) as unknown,
    });
  }
  if (whole !== undefined) Object.defineProperty(view, "default", { value: whole });
  views.set(namespace, view);
  return view;
}

/**
 * What a module exports, by name.
 *
 * @param exports - `module.exports` of transpiled code. Where that is CommonJS without a `default`, all of it is the default
 */
export function namedExports(exports: unknown): ReadonlyMap<string, unknown> {
  if (typeof exports !== "object" || exports === null || Array.isArray(exports)) {
    return new Map([["default", exports]]);
  }
  const names = Object.keys(exports);
  const marked = Reflect.get(exports, "__esModule") === true;
  const named = new Map(names.map((name) => [name, Reflect.get(exports, name) as unknown]));
  if (!marked && !named.has("default") && names.length > 0) named.set("default", exports);
  return named;
}
