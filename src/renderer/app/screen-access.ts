/** Whether a connection has a screen, and whether its credentials and current account can show it. */
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { hasAdminAccess, hasProjectAccess, ownsProjects } from '#lib/rules/project-rules.ts';
import type { MessageKey } from '#messages/translator.ts';
import type { ScreenAccess, ScreenRow } from '#window/screen-row.ts';

/** Whether the connection's kind of project and its service have the screen, with or without access to it. */
export function hasScreen(
  { access, feature }: Pick<ScreenRow, 'access' | 'feature'>,
  connection: Pick<Connection, 'features' | 'projectId'>,
): boolean {
  if (feature !== undefined && connection.features?.[feature] !== true) return false;
  return access !== 'project-owner' || ownsProjects(connection);
}

/** Returns the reason why the screen can't be shown, or null if it can. */
export function screenLock(access: ScreenAccess | undefined, connection: Connection, account: Account | undefined): MessageKey | null {
  if (access === undefined) return null;
  if (account?.impersonationId !== undefined && access !== 'account') return 'shell.locked.impersonating';
  if (access === 'project' || access === 'project-admin') return keyLock(access, connection);
  if (account === undefined) return 'shell.locked.no-account';
  if (!isUsable(account)) return 'shell.locked.session-ended';
  return canUse(access, account) ? null : 'shell.locked.anonymous';
}

/** Returns the reason why the connection's keys can't show a screen of the project, or null if they can, or the screen is none. */
export function keyLock(access: ScreenAccess | undefined, connection: Connection): MessageKey | null {
  if (access === 'project') return hasProjectAccess(connection) ? null : 'shell.locked.no-project-key';
  return access !== 'project-admin' || hasAdminAccess(connection) ? null : 'shell.locked.no-admin-key';
}

/** What a screen acts as: an account, no account, or one that has to sign in first. */
export type ScreenAccount =
  | { readonly kind: 'account'; readonly account: Account }
  | { readonly kind: 'sign-in'; readonly hasEnded: boolean }
  | { readonly kind: 'none' };

/**
 * Returns what a screen acts as, given the connection's current account. A screen never creates an account: that is only
 * done on request.
 */
export function screenAccount(access: ScreenAccess | undefined, account: Account | undefined): ScreenAccount {
  if (access === undefined || access === 'project' || access === 'project-admin') return { kind: 'none' };
  if (isUsable(account) && canUse(access, account)) return { kind: 'account', account };
  return { kind: 'sign-in', hasEnded: account?.state === 'invalid' };
}

/** Whether a screen of an account is for this one, whose session can be used. Anonymous accounts own no projects. */
function canUse(access: 'account' | 'project-owner', { state }: Account): boolean {
  return access === 'account' || state === 'signed-in';
}

/** Whether an account's session can be used. */
export function isUsable(account: Account | undefined): account is Account {
  return account !== undefined && account.state !== 'invalid';
}
