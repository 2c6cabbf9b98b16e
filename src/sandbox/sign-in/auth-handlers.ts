/** The behaviour of the rows of `auth`. */

import { checksCode } from '../codes/check-code';
import { token } from '../oauth/token';
import type { HandlersOf } from '../server/handler-types';
import { createSession, listSessions, refresh, revokeSession, signOut } from '../sessions/sessions';
import { anonymousSignUp } from './anonymous';
import { mfaSignIn } from './mfa';
import { codeSignIn, sendSignInCode } from './one-time-code';
import { setPassword, updatePassword } from './own-password';
import { passwordSignIn, passwordSignUp } from './password';
import { resetPassword, sendPasswordReset } from './password-reset';

export const authHandlers: HandlersOf<'auth'> = {
  'auth.passwordSignUp': passwordSignUp,
  'auth.passwordSignIn': passwordSignIn,
  'auth.sendPasswordReset': sendPasswordReset,
  'auth.checkPasswordReset': checksCode('password-reset'),
  'auth.resetPassword': resetPassword,
  'auth.setPassword': setPassword,
  'auth.updatePassword': updatePassword,
  'auth.sendSignInCode': sendSignInCode,
  'auth.checkSignInCode': checksCode('one-time-password'),
  'auth.codeSignIn': codeSignIn,
  'auth.mfaSignIn': mfaSignIn,
  'auth.anonymousSignUp': anonymousSignUp,
  'auth.refresh': refresh,
  'auth.token': token,
  'auth.signOut': signOut,
  'auth.createSession': createSession,
  'auth.sessions': listSessions,
  'auth.revokeSession': revokeSession,
};
