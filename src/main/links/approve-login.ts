/** Approves the sign-in of a program, which gets the session of an account (wire/flows 12). */
import type { Account } from '#contract/bridge/accounts.ts';
import type { LinkOutcome } from '#contract/bridge/links.ts';
import { AppError, fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { Translator } from '#messages/translator.ts';
import type { HostConfirmations } from '../callback/host-confirmations';
import type { AssertWritable } from '../gateway/safety';
import type { HostConfirmation } from '../ports/ports';
import type { PinnedConnection } from '../records/pinned-connection';
import { freshTokens } from '../remote/fresh-tokens';
import type { Sender } from '../remote/send';
import { plainText } from '../runtime/plain-text';
import type { Topic } from '../runtime/topics';
import type { Sessions } from '../session/sessions';
import type { ResolveAccount } from '../sign-in/anonymous';
import { type AccountChoice, accountFor, codeOf } from './check-link';
import type { PendingLink } from './pending-links';

export interface ApproveLoginDeps {
  readonly sender: Sender;
  readonly sessions: Sessions;
  readonly assertWritable: AssertWritable;
  readonly resolveAccount: ResolveAccount;
  readonly accounts: Topic<Account[]>;
  readonly hostConfirmations: Pick<HostConfirmations, 'request'>;
  readonly translator: () => Translator;
}

/** The account that the program gets, and the window that shows the link. */
export interface LoginDecision extends AccountChoice {
  readonly windowId: string;
  /** Aborted when the link is dismissed. */
  readonly signal: AbortSignal;
}

/**
 * Sends the session's own refresh token to the program, because the service creates no session for it. A compromised page could start this
 * with its own link, so the user confirms it outside of any page.
 */
export async function approveLogin(
  deps: ApproveLoginDeps,
  link: PendingLink,
  decision: LoginDecision & PinnedConnection,
): Promise<LinkOutcome> {
  const { connectionId, destination, windowId, signal } = decision;
  const { sender, sessions } = deps;
  const assertAllowed = () => deps.assertWritable(connectionId);
  assertAllowed();
  const found = await accountFor(deps.accounts, deps.resolveAccount, decision);
  if (found.kind !== 'account') return { outcome: 'sign-in-needed', connectionId };
  const { accountId } = found;
  const shown = await sessions.target(connectionId, destination);
  const { display_name: project } = await sender.send(catalog.projects.current, 'none', shown, {});
  const account = deps.accounts.get().value.find(({ id }) => id === accountId);
  if (account === undefined) throw fail('unknown-account');
  const confirmation = loginConfirmation(deps.translator(), { project, baseUrl: shown.baseUrl, account, link });
  await deps.hostConfirmations.request(confirmation, { windowId }, signal);
  // The level, the account, and where the connection points to may have changed while the confirmation was shown.
  assertAllowed();
  await sessions.share(accountId, connectionId, async (session) => {
    const { refresh } = await freshTokens(session);
    if (refresh === null) throw fail('signed-out');
    const target = await sessions.target(connectionId, destination);
    const body = { login_code: codeOf(link), refresh_token: refresh };
    const origin = { source: 'link', connectionId, accountId } as const;
    await completeLogin(() => sender.send(catalog.cli.complete, 'none', target, { body }, { assertAllowed, origin }));
  });
  return { outcome: 'login-approved', connectionId, accountId };
}

/** Throws Latchkey's own codes for login codes that the service rejects with a plain text (wire/endpoints 1.7). */
async function completeLogin(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (thrown) {
    const { status, text = '' } = thrown instanceof AppError ? thrown.report : {};
    if (status === 400 && text.startsWith('Invalid login code')) throw fail('login-code-spent', {}, thrown);
    if (status === 400 && text.startsWith('Project ID mismatch')) throw fail('login-code-elsewhere', {}, thrown);
    throw thrown;
  }
}

/** The confirmation that users read before a program is signed in to their account. */
interface LoginRequest {
  /** The project's name as the service reports it, and the connection's base URL. */
  readonly project: string;
  readonly baseUrl: string;
  readonly account: Account;
  readonly link: Pick<PendingLink, 'host' | 'arrival'>;
}

/**
 * Returns the confirmation of a program's sign-in. It uses no text that a page of the app could have set, such as the connection's name,
 * and describes a link whose text came from a page as pasted.
 */
export function loginConfirmation({ t }: Translator, { project, baseUrl, account, link }: LoginRequest): HostConfirmation {
  const site = link.host === null ? t('confirm.login.this-computer') : plainText(link.host);
  return {
    title: t('confirm.login.title'),
    facts: [
      {
        label: t('confirm.login.project'),
        value: t('confirm.login.project.at', { project: plainText(project), host: new URL(baseUrl).host }),
      },
      { label: t('confirm.login.account'), value: account.state === 'anonymous' ? t('shell.account.anonymous-name') : nameOf(account) },
      { label: t('confirm.login.link'), value: t(`confirm.login.link.${link.arrival}`, { site }) },
      { label: t('confirm.login.program'), value: t('confirm.login.program.unknown') },
    ],
    consequences: [t('link.cli.shares'), t('link.cli.unknown')],
    confirmLabel: t('link.cli.approve'),
    cancelLabel: t('ui.cancel'),
  };
}

function nameOf({ displayName, primaryEmail, userId }: Account): string {
  const names = [displayName, primaryEmail].map((name) => plainText(name ?? '')).filter((name) => name !== '');
  return names.join(', ') || userId;
}
