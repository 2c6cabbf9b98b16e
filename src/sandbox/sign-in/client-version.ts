/** Detection of old clients by `x-stack-client-version` (wire/conventions 2). */

const pattern = /^\w+\s+(@[\w/]+)@([\d.]+)$/;

/** The last client release that doesn't support typed codes. */
const lastWithoutCodes = '2.5.37';

/** Whether the client can only use the link of a sign-in email. */
export function needsEmailWithoutCode(header: string | null): boolean {
  const [, name, version = ''] = pattern.exec(header ?? '') ?? [];
  return name === '@stackframe/stack' && version.localeCompare(lastWithoutCodes, 'en', { numeric: true }) <= 0;
}
