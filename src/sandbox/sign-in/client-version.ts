/** What the service reads from `x-stack-client-version` (wire/conventions 2). */

const pattern = /^\w+\s+(@[\w/]+)@([\d.]+)$/;

/** The last release of the service's client that cannot handle typed codes. */
const lastWithoutCodes = '2.5.37';

/** Whether a client gets sign-in mails without a code: a link is all it can use. */
export function needsEmailWithoutCode(header: string | null): boolean {
  const [, name, version = ''] = pattern.exec(header ?? '') ?? [];
  return name === '@stackframe/stack' && version.localeCompare(lastWithoutCodes, 'en', { numeric: true }) <= 0;
}
