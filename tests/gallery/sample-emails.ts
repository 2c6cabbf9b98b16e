/** Email addresses of one user, usual and odd ones. */

/** Returns the nth address of a user: verified, for nothing else, unless `own` says otherwise. */
export function sampleEmail(userId: string, n: number, value: string, own: object = {}) {
  return {
    id: `6e8f5f6a-9a41-4e6f-93a1-${String(n).padStart(12, '0')}`,
    user_id: userId,
    type: 'email',
    value,
    is_primary: false,
    is_verified: true,
    used_for_auth: false,
    ...own,
  };
}

/** Returns two addresses: one for everything, one that isn't verified. */
export function usualEmails(userId: string) {
  return [
    sampleEmail(userId, 1, 'ada@analytical.example', { is_primary: true, used_for_auth: true }),
    sampleEmail(userId, 2, 'ada.lovelace@home.example', { is_verified: false }),
  ];
}

/** Returns addresses that are long, right-to-left, and hostile. */
export function oddEmails(userId: string) {
  return [
    sampleEmail(userId, 1, `${'augusta.ada.king.countess.of.lovelace.'.repeat(6)}correspondence@analytical.example`, { is_primary: true }),
    sampleEmail(userId, 2, 'عادة@تحليلي.example', { used_for_auth: true }),
    sampleEmail(userId, 3, '<img src=x onerror="alert(1)">@javascript.example', { is_verified: false }),
  ];
}
