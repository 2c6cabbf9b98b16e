/** What the user can do about the service's known errors, unless it is to check the input. */
import type { NextStep } from '#contract/error-codes.ts';
import type { KnownErrorCode } from '#contract/known-errors.ts';

/** Next steps, with those that only the service's errors have. */
export type KnownNextStep =
  | NextStep
  | 'ask-admin'
  | 'start-over'
  | 'back-to-list'
  | 'other-account'
  | 'reconnect'
  | 'reconnect-with-scopes'
  | 'own-provider-keys'
  | 'own-mail-server'
  | 'check-project'
  | 'report-details'
  | 'wait-until';

export const knownNextSteps: Readonly<Partial<Record<KnownErrorCode, KnownNextStep>>> = {
  CURRENT_PROJECT_NOT_FOUND: 'check-project',
  UNSUPPORTED_ERROR: 'report',
  BODY_PARSING_ERROR: 'report',
  ALL_OVERLOADS_FAILED: 'report',
  PROJECT_KEY_WITHOUT_ACCESS_TYPE: 'report',
  INVALID_ACCESS_TYPE: 'report',
  ACCESS_TYPE_WITHOUT_PROJECT_ID: 'report',
  ACCESS_TYPE_REQUIRED: 'check-keys',
  UNPARSABLE_ADMIN_ACCESS_TOKEN: 'sign-in',
  ADMIN_ACCESS_TOKEN_EXPIRED: 'sign-in',
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: 'sign-in',
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: 'other-account',
  CLIENT_AUTHENTICATION_REQUIRED: 'check-keys',
  SERVER_AUTHENTICATION_REQUIRED: 'check-keys',
  ADMIN_AUTHENTICATION_REQUIRED: 'check-keys',
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED: 'check-keys',
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED: 'check-keys',
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED: 'check-keys',
  PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT: 'check-keys',
  INVALID_PUBLISHABLE_CLIENT_KEY: 'enter-keys',
  INVALID_SECRET_SERVER_KEY: 'enter-keys',
  INVALID_SUPER_SECRET_ADMIN_KEY: 'enter-keys',
  INVALID_OAUTH_CLIENT_ID_OR_SECRET: 'enter-keys',
  INSUFFICIENT_ACCESS_TYPE: 'check-keys',
  UNPARSABLE_ACCESS_TOKEN: 'sign-in',
  ACCESS_TOKEN_EXPIRED: 'sign-in',
  INVALID_PROJECT_FOR_ACCESS_TOKEN: 'sign-in',
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: 'sign-in',
  CANNOT_GET_OWN_USER_WITHOUT_USER: 'sign-in',
  USER_AUTHENTICATION_REQUIRED: 'sign-in',
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: 'ask-admin',
  ANONYMOUS_AUTHENTICATION_NOT_ALLOWED: 'other-account',
  RESTRICTED_USER_NOT_ALLOWED: 'ask-admin',
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: 'ask-admin',
  EMAIL_NOT_EDITABLE: 'refresh',
  EMAIL_CAPACITY_BOOST_ALREADY_ACTIVE: 'refresh',
  TEAM_INVITATION_EMAIL_MISMATCH: 'other-account',
  PASSWORD_AUTHENTICATION_NOT_ENABLED: 'ask-admin',
  PASSKEY_AUTHENTICATION_NOT_ENABLED: 'ask-admin',
  SIGN_UP_NOT_ENABLED: 'ask-admin',
  SIGN_UP_REJECTED: 'ask-admin',
  REDIRECT_URL_NOT_WHITELISTED: 'ask-admin',
  TEAM_PERMISSION_REQUIRED: 'ask-admin',
  PROJECT_PERMISSION_REQUIRED: 'ask-admin',
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: 'new-link',
  VERIFICATION_CODE_ALREADY_USED: 'new-link',
  VERIFICATION_CODE_EXPIRED: 'new-link',
  VERIFICATION_CODE_NOT_FOUND: 'new-link',
  USER_NOT_FOUND: 'back-to-list',
  USER_ID_DOES_NOT_EXIST: 'back-to-list',
  TEAM_NOT_FOUND: 'back-to-list',
  PASSKEY_REGISTRATION_FAILED: 'start-over',
  PASSKEY_WEBAUTHN_ERROR: 'start-over',
  PASSKEY_AUTHENTICATION_FAILED: 'start-over',
  OUTER_OAUTH_TIMEOUT: 'start-over',
  INVALID_AUTHORIZATION_CODE: 'start-over',
  OAUTH_PROVIDER_ACCESS_DENIED: 'start-over',
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: 'ask-admin',
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: 'wait',
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: 'other-account',
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: 'other-account',
  OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN: 'other-account',
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: 'reconnect',
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: 'reconnect-with-scopes',
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE: 'reconnect',
  PROVIDER_REJECTED: 'start-over',
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: 'own-provider-keys',
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: 'own-provider-keys',
  INVALID_SHARED_OAUTH_PROVIDER_ID: 'own-provider-keys',
  INVALID_POLLING_CODE: 'start-over',
  CLI_AUTH_ERROR: 'start-over',
  CLI_AUTH_EXPIRED_ERROR: 'start-over',
  CLI_AUTH_USED_ERROR: 'start-over',
  BOT_CHALLENGE_REQUIRED: 'ask-admin',
  BOT_CHALLENGE_FAILED: 'ask-admin',
  REQUIRES_CUSTOM_EMAIL_SERVER: 'own-mail-server',
};
