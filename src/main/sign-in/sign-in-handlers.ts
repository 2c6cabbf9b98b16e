/** What answers the bridge's calls about signing in. */
import type { Bridge } from '../../contract/bridge/index';
import type { Handlers } from '../../contract/kit';
import type { Caller } from '../caller';
import { signUpWithoutName } from './anonymous';
import type { WayInParts } from './enter';
import type { CodeSignIn } from './one-time-code';
import type { PasswordSignIn } from './password';
import { submitTotp } from './second-step';
import { type UpgradeParts, upgradeAnonymous } from './upgrade';

export interface SignInHandlersParts {
  readonly wayIn: WayInParts & UpgradeParts;
  readonly password: PasswordSignIn;
  readonly codes: CodeSignIn;
}

export function signInHandlers({ wayIn, password, codes }: SignInHandlersParts): Handlers<Bridge, Caller>['signIn'] {
  const { flows } = wayIn;
  const resenders = {
    code: codes.resend,
    reset: password.resend,
  };
  return {
    withPassword: (credentials, { windowId }) => password.signIn({ ...credentials, windowId }),
    signUp: (credentials, { windowId }) => password.signUp({ ...credentials, windowId }),
    sendCode: (asked, { windowId }) => codes.send({ ...asked, windowId }),
    submitCode: ({ flowId, code }, { windowId }) => codes.submit(flowId, windowId, code),
    submitTotp: ({ flowId, totp }, { windowId }) => submitTotp(wayIn, flowId, windowId, totp),
    resend: ({ flowId }, { windowId }) => resenders[flows.find(flowId, windowId, 'code', 'reset').pending.kind](flowId, windowId),
    anonymous: ({ connectionId }) => signUpWithoutName(wayIn, connectionId),
    upgrade: (asked) => upgradeAnonymous(wayIn, asked),
    forgotPassword: (asked, { windowId }) => password.forgot({ ...asked, windowId }),
    cancel: async ({ flowId }, { windowId }) => {
      flows.cancel(flowId, windowId);
      return null;
    },
  };
}
