/** Handlers of sign-in and passwords. */
import { createCodeCheck } from '../codes/check-code';
import type { HandlersOf } from '../server/handler-types';
import { anonymousSignUp } from './anonymous';
import { mfaSignIn } from './mfa';
import { codeSignIn, sendSignInCode } from './one-time-code';
import { setPassword, updatePassword } from './own-password';
import { passwordSignIn, passwordSignUp } from './password';
import { resetPassword, sendPasswordReset } from './password-reset';

export const signInHandlers = {
  'auth.passwordSignUp': passwordSignUp,
  'auth.passwordSignIn': passwordSignIn,
  'auth.sendPasswordReset': sendPasswordReset,
  'auth.checkPasswordReset': createCodeCheck('password-reset'),
  'auth.resetPassword': resetPassword,
  'auth.setPassword': setPassword,
  'auth.updatePassword': updatePassword,
  'auth.sendSignInCode': sendSignInCode,
  'auth.checkSignInCode': createCodeCheck('one-time-password'),
  'auth.codeSignIn': codeSignIn,
  'auth.mfaSignIn': mfaSignIn,
  'auth.anonymousSignUp': anonymousSignUp,
} satisfies Partial<HandlersOf<'auth'>>;
