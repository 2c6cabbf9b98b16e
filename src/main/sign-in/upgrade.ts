/** Keeps an anonymous account: adds an email address and a password to the same user (wire/flows 7, wire/newer 2.2). */
import type { Account } from '#contract/bridge/accounts.ts';
import type { SignedInStep } from '#contract/bridge/sign-in.ts';
import { AppError, fail, nullForAppError } from '#contract/errors.ts';
import type { Feature } from '#contract/features.ts';
import { catalog } from '#contract/service/index.ts';
import { isAnonymous } from '#contract/service/models/sign-in-methods.ts';
import type { CallbackAddresses } from '../callback/callback-address';
import type { AssertWritable } from '../gateway/safety';
import type { SendWrite } from '../gateway/send-write';
import type { WriteOrigin } from '../ports/write-recorder';
import { type PinnedConnection, pinConnection } from '../records/pinned-connection';
import type { SendOptions, Target } from '../remote/send';
import type { Topic } from '../runtime/topics';
import { assertNotImpersonated } from '../session/sessions';
import { withoutDetails } from './complete-sign-in';
import { type FinishDeps, finishSignIn, readAccountUser, requestSession, type SignedIn } from './finish';
import { assertPassword } from './password';

export interface UpgradeDeps extends FinishDeps {
  readonly accounts: Topic<Account[]>;
  readonly assertWritable: AssertWritable;
  readonly sendWrite: SendWrite;
  readonly callbackAddress: CallbackAddresses['address'];
  readonly hasFeature: (connectionId: string, feature: Feature) => Promise<boolean>;
}

export interface Upgrade {
  readonly accountId: string;
  readonly email: string;
  readonly password: string;
}

/** Adds an email address and a password to the account. After a failure, calling it again continues with the missing steps. */
export async function upgradeAnonymous(deps: UpgradeDeps, { accountId, email, password }: Upgrade): Promise<SignedInStep> {
  const account = deps.accounts.get().value.find(({ id }) => id === accountId);
  if (account === undefined) throw fail('unknown-account');
  assertNotImpersonated(account);
  if (account.state !== 'anonymous') throw fail('bad-input', { path: 'accountId' });
  assertPassword(password);
  const { connectionId } = account;
  const assertAllowed = () => deps.assertWritable(connectionId);
  assertAllowed();
  const origin = { source: 'window', connectionId, accountId } as const;
  const options = { session: deps.sessions.source(accountId, connectionId), assertAllowed, origin };
  const pinned = pinConnection(deps, { connectionId });
  const target = await deps.sessions.target(connectionId, pinned.destination);
  const request: UpgradeRequest = { pinned, email, password, options, target };
  try {
    if (await deps.hasFeature(connectionId, 'anonymous-opt-in')) {
      const signedIn = await signUpOnce(deps, request);
      if (signedIn !== null) return await finishSignIn(deps, pinned, signedIn, { isNewUser: false, upgraded: true });
    } else {
      await addAddress(deps, request);
    }
    await addPassword(deps, request);
  } catch (thrown) {
    throw withoutDetails(thrown);
  }
  const user = await readAccountUser(deps, accountId, pinned);
  return { step: 'signed-in', accountId, user, isNewUser: false, upgraded: true, goTo: null };
}

interface UpgradeRequest {
  readonly pinned: PinnedConnection;
  readonly email: string;
  readonly password: string;
  readonly options: Pick<SendOptions, 'session' | 'assertAllowed'> & { readonly origin: WriteOrigin };
  readonly target: Target;
}

/** Resolves to the new session; null if an attempt whose response was lost, now or earlier, has upgraded the user. */
async function signUpOnce(deps: UpgradeDeps, request: UpgradeRequest): Promise<SignedIn | null> {
  try {
    // For other windows, it is an account that gets an email address.
    const write = { endpoint: 'contactChannels.create', connectionId: request.pinned.connectionId };
    return await requestSession(deps, () => deps.sendWrite(write, () => signUpWithSession(deps, request)));
  } catch (thrown) {
    const isRefused = thrown instanceof AppError && thrown.code === 'known-error' && thrown.report.known !== 'USER_EMAIL_ALREADY_EXISTS';
    if (isRefused || !(await hasAddress(deps, request))) throw thrown;
    return null;
  }
}

/** Whether the user has the email address already; not if that can't be read. */
async function hasAddress({ sender }: FinishDeps, { email, options, target }: UpgradeRequest): Promise<boolean> {
  const user = await sender.send(catalog.users.me, 'account', target, {}, options).catch(nullForAppError);
  return user !== null && !isAnonymous(user) && user.primary_email?.toLowerCase() === email.toLowerCase();
}

/** Signs up with the anonymous user's token, which turns that user into the new one. */
async function signUpWithSession(
  { sender, callbackAddress }: UpgradeDeps,
  { pinned, email, password, options, target }: UpgradeRequest,
): Promise<SignedIn> {
  const body = { email, password, verification_callback_url: await callbackAddress(pinned, 'email-verification') };
  return sender.send(catalog.auth.passwordSignUp, 'none', target, { body }, options);
}

/** Adds the email address, unless an earlier attempt has added it. */
async function addAddress(
  { sender, sendWrite, callbackAddress, hasFeature }: UpgradeDeps,
  { pinned, email, options, target }: UpgradeRequest,
): Promise<void> {
  const { contactChannels } = catalog;
  const { connectionId } = pinned;
  const stored = (await hasFeature(connectionId, 'lower-case-emails')) ? email.toLowerCase() : email;
  const { items, omitted } = await sender.send(contactChannels.list, 'account', target, { query: { user_id: 'me' } }, options);
  const usage = { used_for_auth: true, is_primary: true };
  const known = items.find(({ value }) => value === stored);
  // The email address may be among those that couldn't be parsed, and must not be added twice.
  if (known === undefined && omitted !== undefined) throw fail('bad-response', { path: omitted.path });
  if (known?.used_for_auth && known.is_primary) return;
  if (known !== undefined) {
    const params = { user_id: 'me', id: known.id };
    await sendWrite({ endpoint: 'contactChannels.update', connectionId }, () =>
      sender.send(contactChannels.update, 'account', target, { params, body: usage }, options),
    );
    return;
  }
  const body = { user_id: 'me', type: 'email', value: email, ...usage } as const;
  const { id } = await sendWrite({ endpoint: 'contactChannels.create', connectionId }, () =>
    sender.send(contactChannels.create, 'account', target, { body }, options),
  );
  // An unverified email address can also sign in, and the user can send a failed verification email again from the profile.
  const verification = { callback_url: await callbackAddress(pinned, 'email-verification') };
  await sender
    .send(contactChannels.sendVerification, 'account', target, { params: { user_id: 'me', id }, body: verification }, options)
    .catch(() => undefined);
}

/** Sets the password. If an earlier attempt whose response was lost has set one, it must be the same. */
async function addPassword({ sender, sendWrite }: UpgradeDeps, { pinned, password, options, target }: UpgradeRequest): Promise<void> {
  const user = await sender.send(catalog.users.me, 'account', target, {}, options);
  if (!user.has_password) {
    await sendWrite({ endpoint: 'auth.setPassword', connectionId: pinned.connectionId }, () =>
      sender.send(catalog.auth.setPassword, 'account', target, { body: { password } }, options),
    );
    return;
  }
  await sender.send(catalog.auth.updatePassword, 'account', target, { body: { old_password: password, new_password: password } }, options);
}
