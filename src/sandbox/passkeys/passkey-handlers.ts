/** Handlers of passkeys. */
import type { HandlersOf } from '../server/handler-types';
import { initiatePasskeyRegistration, registerPasskey } from './passkey-registration';
import { initiatePasskeyAuthentication, passkeySignIn } from './passkey-sign-in';

export const passkeyHandlers: HandlersOf<'passkeys'> = {
  'passkeys.initiateRegistration': initiatePasskeyRegistration,
  'passkeys.register': registerPasskey,
  'passkeys.initiateAuthentication': initiatePasskeyAuthentication,
  'passkeys.signIn': passkeySignIn,
};
