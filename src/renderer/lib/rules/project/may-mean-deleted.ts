import type { ErrorReport } from '../../../../contract/errors';

/** With these, the service refuses the keys and the owners of a project that doesn’t exist (wire/newer 2.1). */
const refusals: ReadonlySet<string> = new Set([
  'INVALID_PUBLISHABLE_CLIENT_KEY',
  'INVALID_SECRET_SERVER_KEY',
  'INVALID_SUPER_SECRET_ADMIN_KEY',
  'INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN',
  'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
  'CURRENT_PROJECT_NOT_FOUND',
  'PROJECT_NOT_FOUND',
]);

/** Whether a failure may mean that the connection’s project was deleted. Some releases respond with 500 (wire/corrections 2.8.26). */
export function mayMeanDeleted({ known, code, status }: Pick<ErrorReport, 'known' | 'code' | 'status'>): boolean {
  return known === undefined ? code === 'service-error' && status === 500 : refusals.has(known);
}
