import type { ErrorReport } from '../../../../contract/errors';

const fieldNames = ['name', 'baseUrl', 'projectId', 'keys.client', 'keys.server', 'keys.admin', 'handlerBase'] as const;
export type FieldName = (typeof fieldNames)[number];

/** The field that a failure is about; null for one that is about none, or none on the form. */
export function failureField({ path = '' }: ErrorReport): FieldName | null {
  const inner = path.replace(/^(draft|change)\./, '');
  return fieldNames.find((name) => name === inner) ?? null;
}
