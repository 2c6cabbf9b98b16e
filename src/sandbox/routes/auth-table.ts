/** The behaviour of the rows of `auth`. */
import { anonymousSignUp } from './anonymous';
import { checksCode } from './check-code';
import type { HandlersOf } from './handlers';
import { mfaSignIn } from './mfa';
import { codeSignIn, sendSignInCode } from './one-time-code';
import { setPassword, updatePassword } from './own-password';
import { passwordSignIn, passwordSignUp } from './password';
import { resetPassword, sendPasswordReset } from './password-reset';
import { createSession, listSessions, refresh, revokeSession, signOut } from './sessions';
import { token } from './token';

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
