/** Errors of the test double: where the real Electron would throw, and where a program uses a part that isn't implemented. */

/** Throws an error like Electron's. */
export function refuse(message: string): never {
  throw new Error(message);
}

/** Throws unless the value is a function, or null, which removes a handler. */
export function requireHandler(value: unknown, name: string): void {
  if (typeof value !== 'function' && value !== null) throw new TypeError(`${name}: a handler must be a function or null`);
}

const inners = new WeakMap<object, object>();

/** Returns the object behind a face. */
export function innerOf<T extends object>(face: T): T {
  return (inners.get(face) ?? refuse('not an object of the stand-in for Electron')) as T;
}

const silent: ReadonlySet<string> = new Set(['then', 'toJSON']);

/** Returns the face of an object for the program: only the named members, so that using another one throws instead of doing nothing. */
export function faceOf<T extends object>(inner: T, name: string, members: readonly string[]): T {
  const known: ReadonlySet<string> = new Set(members);
  const face = new Proxy(inner, {
    get(target, key) {
      if (typeof key === 'symbol' || silent.has(key)) return undefined;
      if (!known.has(key)) refuse(`${name}.${key} is not in the stand-in for Electron`);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set(target, key, value) {
      if (!known.has(String(key))) refuse(`${name}.${String(key)} is not in the stand-in for Electron`);
      return Reflect.set(target, key, value, target);
    },
  });
  inners.set(face, inner);
  return face;
}
