/** Turning on two-factor authentication: the secret, the verification of its first code, and storing it at the service (wire/flows 2). */
import { Secret, TOTP } from 'otpauth';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Bridge } from '#contract/bridge/index.ts';
import type { SignInStep } from '#contract/bridge/sign-in.ts';
import type { Handlers } from '#contract/definitions.ts';
import { AppError, fail } from '#contract/errors.ts';
import { isInGroup } from '#contract/known-errors.ts';
import { totpSecretBytes, totpSetupMillis } from '#contract/limits.ts';
import { catalog } from '#contract/service/index.ts';
import { narrowText } from '#contract/text/machine-text.ts';
import type { SecretCopier } from '../gateway/copy-secret';
import type { Gateway } from '../gateway/create-gateway';
import type { AssertWritable } from '../gateway/safety';
import type { SendWrite } from '../gateway/send-write';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import { pinConnection } from '../records/pinned-connection';
import type { Target } from '../remote/send';
import type { Topic } from '../runtime/topics';
import { assertNotImpersonated } from '../session/sessions';
import { type CompleteSignInDeps, completeSignIn } from './complete-sign-in';

export interface TwoFactorDeps extends CompleteSignInDeps {
  readonly assertWritable: AssertWritable;
  readonly checkChange: Gateway['checkChange'];
  readonly sendWrite: SendWrite;
  readonly accounts: Topic<Account[]>;
  /** Null if only the page has a clipboard. */
  readonly copier: SecretCopier | null;
  readonly openUrl: Ports['openUrl'];
  readonly random: Ports['random'];
}

/** Creates the handlers of the bridge's `twoFactor` calls. */
export function createTwoFactorHandlers(deps: TwoFactorDeps): Handlers<Bridge, Caller>['twoFactor'] {
  const find = (setupId: string, windowId: string) => deps.flows.find(setupId, windowId, 'totp-setup');
  return {
    begin: ({ accountId }, { windowId }) => begin(deps, accountId, windowId),
    async enable({ setupId, totp }, caller) {
      await enable(deps, setupId, caller, totp);
      return null;
    },
    async copyKey({ setupId }, caller) {
      const { pending } = find(setupId, caller.windowId);
      if (deps.copier === null) throw fail('clipboard-unavailable');
      await deps.copier.copy(secretOf(pending.secret).base32, caller);
      return null;
    },
    async openApp({ setupId }, { windowId }) {
      await deps.openUrl(find(setupId, windowId).pending.uri);
      return null;
    },
    async cancel({ setupId }, { windowId }) {
      deps.flows.cancel(setupId, windowId);
      return null;
    },
  };
}

async function begin(deps: TwoFactorDeps, accountId: string, windowId: string) {
  const { sender, sessions, flows } = deps;
  const account = deps.accounts.get().value.find(({ id }) => id === accountId);
  if (account === undefined) throw fail('unknown-account');
  assertNotImpersonated(account);
  const { connectionId } = account;
  deps.assertWritable(connectionId);
  const pinned = pinConnection(deps, { connectionId });
  const session = sessions.source(accountId, connectionId);
  const target = await sessions.target(connectionId, pinned.destination);
  const [user, project] = await Promise.all([
    sender.send(catalog.users.me, 'account', target, {}, { session }),
    sender.send(catalog.projects.current, 'none', target, {}),
  ]);
  if (user.requires_totp_mfa) throw fail('two-factor-on');
  const secret = Uint8Array.from(deps.random(totpSecretBytes));
  const label = user.primary_email ?? user.display_name ?? user.id;
  const uri = new TOTP({ issuer: project.display_name, label, secret: secretOf(secret) }).toString();
  const pending = { kind: 'totp-setup', accountId, secret, uri, verified: null, isSent: false } as const;
  const setupId = flows.begin({ ...pinned, windowId }, pending, totpSetupMillis);
  return { setupId, key: secretOf(secret).base32, uri, until: deps.clock.now() + totpSetupMillis };
}

async function enable(deps: TwoFactorDeps, setupId: string, caller: Caller, typed: string): Promise<void> {
  const { sender, sessions, flows } = deps;
  const { connectionId, destination, pending, signal } = flows.find(setupId, caller.windowId, 'totp-setup');
  const { accountId } = pending;
  deps.assertWritable(connectionId);
  const totp = digitsOf(typed);
  if (totp !== pending.verified && !isCode(pending.secret, totp, sessions.serverTime(connectionId)))
    throw fail('bad-input', { path: 'totp' });
  flows.change(setupId, 'totp-setup', (now) => ({ ...now, verified: totp }));
  // Only for a right code, which stays valid while the user proves to be present. Without the secret, which the setup has.
  const input = { params: { setupId }, body: { totp_secret_base64: '' } };
  const endpoint = catalog.users.updateMe;
  const assertStillAllowed = deps.checkChange(
    { name: 'users.updateMe', endpoint, actor: 'account', connectionId, accountId, input },
    caller,
  );
  const assertAllowed = () => {
    deps.assertWritable(connectionId);
    assertStillAllowed();
  };
  const session = sessions.source(accountId, connectionId);
  const target = await sessions.target(connectionId, destination);
  if (!pending.isSent) {
    const user = await sender.send(catalog.users.me, 'account', target, {}, { session, signal });
    if (user.requires_totp_mfa) throw fail('two-factor-on');
  }
  flows.change(setupId, 'totp-setup', (now) => ({ ...now, isSent: true }));
  const origin = { source: 'window', connectionId, accountId } as const;
  const body = { totp_secret_base64: Buffer.from(pending.secret).toString('base64') };
  await deps.sendWrite({ endpoint: 'users.updateMe', connectionId }, () =>
    sender.send(endpoint, 'account', target, { body }, { session, assertAllowed, origin }),
  );
  flows.end(setupId);
}

function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}

/** Whether the app shows this code. One step to either side counts, because this only verifies that the app has the secret. */
function isCode(secret: Uint8Array, token: string, timestamp: number): boolean {
  return new TOTP({ secret: secretOf(secret) }).validate({ token, timestamp, window: 1 }) !== null;
}

/**
 * Submits the authentication code. Throws INVALID_TOTP_CODE for an incorrect code, after which the flow goes on. An attempt that the
 * service no longer accepts ends the flow.
 */
export async function submitTotp(deps: CompleteSignInDeps, flowId: string, windowId: string, typed: string): Promise<SignInStep> {
  const { sender, flows } = deps;
  const flow = flows.find(flowId, windowId, 'totp');
  const { attemptCode, goTo, linkedAccountId } = flow.pending;
  const body = { code: attemptCode, type: 'totp', totp: digitsOf(typed) } as const;
  try {
    const send = (target: Target) => sender.send(catalog.auth.mfaSignIn, 'none', target, { body }, { signal: flow.signal });
    const step = await completeSignIn(deps, { ...flow, goTo, linkedAccountId }, send);
    flows.end(flowId);
    return step;
  } catch (thrown) {
    const known = thrown instanceof AppError ? thrown.report.known : undefined;
    if (known !== undefined && isInGroup(known, 'VERIFICATION_ERROR')) flows.end(flowId);
    throw thrown;
  }
}

/** Returns the digits without spaces. Throws `bad-input` at `totp` for anything but six digits. */
function digitsOf(typed: string): string {
  const digits = narrowText(typed).replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) throw fail('bad-input', { path: 'totp' });
  return digits;
}
