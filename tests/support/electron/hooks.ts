/** Node's module hooks, which run in a separate thread and resolve `electron`. */
type Resolve = (specifier: string, context: object, next: (specifier: string, context: object) => unknown) => unknown;

export const resolve: Resolve = (specifier, context, next) =>
  specifier === 'electron' ? { url: new URL('./electron.js', import.meta.url).href, shortCircuit: true } : next(specifier, context);
