/** Values between a preload script and its page: functions become proxies, everything else is copied like in Electron. */
import { Emitter } from './emitter';
import { refuse } from './refuse';

const deepest = 1000;

/** Returns a value as the other context gets it. */
export function cross(value: unknown, depth = 0): unknown {
  if (depth > deepest) refuse('An object passed through contextBridge is nested too deeply');
  if (typeof value === 'symbol') refuse('Symbols cannot be passed through contextBridge');
  if (typeof value === 'function') return proxyOf(value as (...args: unknown[]) => unknown, depth);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Emitter) refuse('What sends and hears messages cannot be passed through contextBridge');
  if (value instanceof Promise || isThenable(value)) {
    return Promise.resolve(value).then(
      (result) => cross(result, depth + 1),
      (thrown) => Promise.reject(new Error(thrown instanceof Error ? thrown.message : String(thrown))),
    );
  }
  if (Array.isArray(value)) return value.map((part) => cross(part, depth + 1));
  const text = Object.prototype.toString.call(value);
  if (text !== '[object Object]') return structuredClone(value);
  // The prototype isn't copied, nor are its methods.
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cross(part, depth + 1)]));
}

function proxyOf(inner: (...args: unknown[]) => unknown, depth: number): (...args: unknown[]) => unknown {
  return (...args) => cross(inner(...args.map((value) => cross(value, depth + 1))), depth + 1);
}

/** Whether a value is a promise. Values of another context aren't instances of this context's classes. */
function isThenable(value: object): value is PromiseLike<unknown> {
  return Object.prototype.toString.call(value) === '[object Promise]';
}
