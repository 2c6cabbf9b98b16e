/** Which field of a form an error belongs to. */
import type { ErrorReport } from '../../../contract/errors';

/** The field of each error that names none itself, by the service's error code or the app's. */
export type ErrorFields<N extends string> = Readonly<Record<string, N>>;

/**
 * Returns the field that a failure is about; null for one that is about none, or none on the form. The path of a refused input starts
 * with the part of the call that contains it, as `body.display_name` or `change.name`.
 */
export function fieldOfFailure<N extends string>(
  { code, known, path = '' }: ErrorReport,
  names: readonly N[],
  errorFields: ErrorFields<N> = {},
): N | null {
  const named = known !== undefined && Object.hasOwn(errorFields, known) ? errorFields[known] : undefined;
  const coded = Object.hasOwn(errorFields, code) ? errorFields[code] : undefined;
  const inner = path.slice(path.indexOf('.') + 1);
  return named ?? coded ?? names.find((name) => name === path) ?? names.find((name) => name === inner) ?? null;
}

/** Returns the paths of the errors that a form holds, as `keys.client`. */
export function errorPaths(errors: object, prefix = ''): readonly string[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (typeof error !== 'object' || error === null) return [];
    const path = `${prefix}${key}`;
    return 'type' in error && typeof error.type === 'string' ? [path] : errorPaths(error, `${path}.`);
  });
}
