/** Which field of a form an error belongs to. */
import type { ErrorReport } from '#contract/errors.ts';

/** The field of each error that names none itself, by the service's error code or the app's, or by the service's text where it has no code. */
export type ErrorFields<N extends string> = Readonly<Record<string, N>>;

/**
 * Returns the field that a failure is about; null for one that is about none, or none on the form. The path of a refused input starts
 * with the part of the call that contains it, as `body.display_name` or `change.name`.
 */
export function fieldOfFailure<N extends string>(
  { code, known, text, path = '' }: ErrorReport,
  names: readonly N[],
  errorFields: ErrorFields<N> = {},
): N | null {
  const named = [known, known === undefined ? text : undefined, code].find((key) => key !== undefined && Object.hasOwn(errorFields, key));
  const inner = path.slice(path.indexOf('.') + 1);
  const own = named === undefined ? undefined : errorFields[named];
  return own ?? names.find((name) => name === path) ?? names.find((name) => name === inner) ?? null;
}

/** Returns the paths of the errors that a form holds, as `keys.client`. */
export function errorPaths(errors: object, prefix = ''): readonly string[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (typeof error !== 'object' || error === null) return [];
    const path = `${prefix}${key}`;
    return 'type' in error && typeof error.type === 'string' ? [path] : errorPaths(error, `${path}.`);
  });
}
