/** Makes an anonymous account one that can be signed in to again, as the same user (wire/flows 7, wire/newer 2.2). */
import type { Account } from '../../contract/bridge/accounts';
import type { SignedInStep } from '../../contract/bridge/sign-in';
import { fail } from '../../contract/errors';
import type { Feature } from '../../contract/features';
import { catalogue } from '../../contract/service/index';
import type { CallbackAddresses } from '../callback/callback-address';
import type { Place } from '../connections/records/place';
import type { SendOptions, Target } from '../remote/send';
import type { Topic } from '../runtime/topic';
import { placeOf, withoutDetails } from './complete-sign-in';
import { type FinishDeps, finishSignIn, readAccountUser, requestSession, type SignedIn } from './finish';
import { assertPassword } from './password-rules';

export interface UpgradeDeps extends FinishDeps {
  readonly accounts: Topic<Account[]>;
  readonly callbackAddress: CallbackAddresses['address'];
  readonly hasFeature: (connectionId: string, feature: Feature) => Promise<boolean>;
}

export interface Upgrade {
  readonly accountId: string;
  readonly email: string;
  readonly password: string;
}

/** Gives the account an address and a password. When it fails half-way, doing it again goes on from there. */
export async function upgradeAnonymous(parts: UpgradeDeps, { accountId, email, password }: Upgrade): Promise<SignedInStep> {
  const account = parts.accounts.get().value.find(({ id }) => id === accountId);
  if (account === undefined) throw fail('unknown-account');
  if (account.state !== 'anonymous') throw fail('bad-input', { path: 'accountId' });
  assertPassword(password);
  const { connectionId } = account;
  const assertAllowed = () => parts.assertWritable(connectionId);
  assertAllowed();
  const options = { session: parts.sessions.source(accountId, connectionId), assertAllowed };
  const place = placeOf(parts, { connectionId });
  const target = await parts.sessions.target(connectionId, place.destination);
  const asked: Asked = { place, email, password, options, target };
  try {
    if (await parts.hasFeature(connectionId, 'anonymous-opt-in')) {
      const signedIn = await requestSession(parts, () => signUpWithSession(parts, asked));
      return await finishSignIn(parts, place, signedIn, { isNewUser: false, upgraded: true });
    }
    await addAddress(parts, asked);
    await addPassword(parts, asked);
  } catch (thrown) {
    throw withoutDetails(thrown);
  }
  const user = await readAccountUser(parts, accountId, place);
  return { step: 'signed-in', accountId, user, isNewUser: false, upgraded: true, goTo: null };
}

interface Asked {
  readonly place: Place;
  readonly email: string;
  readonly password: string;
  readonly options: Pick<SendOptions, 'session' | 'assertAllowed'>;
  readonly target: Target;
}

/** The service turns the user whose token the call carries into the new one. */
async function signUpWithSession(
  { sender, callbackAddress }: UpgradeDeps,
  { place, email, password, options, target }: Asked,
): Promise<SignedIn> {
  const body = { email, password, verification_callback_url: await callbackAddress(place, 'email-verification') };
  return sender.send(catalogue.auth.passwordSignUp, 'none', target, { body }, options);
}

/** An earlier attempt may have left the address there. */
async function addAddress({ sender, callbackAddress, hasFeature }: UpgradeDeps, { place, email, options, target }: Asked): Promise<void> {
  const { contactChannels } = catalogue;
  const stored = (await hasFeature(place.connectionId, 'lower-case-emails')) ? email.toLowerCase() : email;
  const { items, omitted } = await sender.send(contactChannels.list, 'account', target, { query: { user_id: 'me' } }, options);
  const usage = { used_for_auth: true, is_primary: true };
  const known = items.find(({ value }) => value === stored);
  // It may be one that doesn't fit, and must not be added twice.
  if (known === undefined && omitted !== undefined) throw fail('bad-response', { path: omitted.path });
  if (known?.used_for_auth && known.is_primary) return;
  if (known !== undefined) {
    const params = { user_id: 'me', id: known.id };
    await sender.send(contactChannels.update, 'account', target, { params, body: usage }, options);
    return;
  }
  const body = { user_id: 'me', type: 'email', value: email, ...usage } as const;
  const { id } = await sender.send(contactChannels.create, 'account', target, { body }, options);
  // The address signs in unverified as well: a mail that does not go out can be sent again from the profile.
  const verification = { callback_url: await callbackAddress(place, 'email-verification') };
  await sender
    .send(contactChannels.sendVerification, 'account', target, { params: { user_id: 'me', id }, body: verification }, options)
    .catch(() => undefined);
}

/** One that was set before, by an attempt whose answer was lost, must be the same. */
async function addPassword({ sender }: FinishDeps, { password, options, target }: Asked): Promise<void> {
  const user = await sender.send(catalogue.users.me, 'account', target, {}, options);
  if (!user.has_password) {
    await sender.send(catalogue.auth.setPassword, 'account', target, { body: { password } }, options);
    return;
  }
  await sender.send(
    catalogue.auth.updatePassword,
    'account',
    target,
    { body: { old_password: password, new_password: password } },
    options,
  );
}
