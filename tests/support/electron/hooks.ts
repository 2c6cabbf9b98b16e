/** Node's module hooks: they run in a thread of their own and only say where a module lies. */
type Resolve = (specifier: string, context: object, next: (specifier: string, context: object) => unknown) => unknown;

export const resolve: Resolve = (specifier, context, next) =>
  specifier === 'electron' ? { url: new URL('./electron.js', import.meta.url).href, shortCircuit: true } : next(specifier, context);
