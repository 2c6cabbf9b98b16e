/** The service's known errors (wire README 9.1): status, group and text with `{placeholders}`. Groups have no status and never travel. */
export const knownErrors = {
  UNSUPPORTED_ERROR: {
    status: 500,
    parent: null,
    text: 'An error occurred that is not currently supported (possibly because it was added in a version of Stack that is newer than this client). The original unsupported error code was: {originalErrorCode}',
  },
  BODY_PARSING_ERROR: { status: 400, parent: null, text: '{message}' },
  SCHEMA_ERROR: { status: 400, parent: null, text: '{message}' },
  ALL_OVERLOADS_FAILED: {
    status: 400,
    parent: null,
    text: 'This endpoint has multiple overloads, but they all failed to process the request.\n\n  Overload {n}: {json}',
  },
  PROJECT_AUTHENTICATION_ERROR: { status: null, parent: null, text: null },
  INVALID_PROJECT_AUTHENTICATION: { status: null, parent: 'PROJECT_AUTHENTICATION_ERROR', text: null },
  PROJECT_KEY_WITHOUT_ACCESS_TYPE: {
    status: 400,
    parent: 'INVALID_PROJECT_AUTHENTICATION',
    text: "Either an API key or an admin access token was provided, but the x-stack-access-type header is missing. Set it to 'client', 'server', or 'admin' as appropriate.",
  },
  INVALID_ACCESS_TYPE: {
    status: 400,
    parent: 'INVALID_PROJECT_AUTHENTICATION',
    text: "The x-stack-access-type header must be 'client', 'server', or 'admin', but was '{accessType}'.",
  },
  ACCESS_TYPE_WITHOUT_PROJECT_ID: {
    status: 400,
    parent: 'INVALID_PROJECT_AUTHENTICATION',
    text: "The x-stack-access-type header was '{accessType}', but the x-stack-project-id header was not provided.\n\nFor more information, see the docs on REST API authentication: https://docs.stack-auth.com/rest-api/overview#authentication",
  },
  ACCESS_TYPE_REQUIRED: {
    status: 400,
    parent: 'INVALID_PROJECT_AUTHENTICATION',
    text: "You must specify an access level for this Stack project. Make sure project API keys are provided (eg. x-stack-publishable-client-key) and you set the x-stack-access-type header to 'client', 'server', or 'admin'.\n\nFor more information, see the docs on REST API authentication: https://docs.stack-auth.com/rest-api/overview#authentication",
  },
  INSUFFICIENT_ACCESS_TYPE: {
    status: 401,
    parent: 'INVALID_PROJECT_AUTHENTICATION',
    text: "The x-stack-access-type header must be {allowed, each in single quotes, joined by ' or '}, but was '{actual}'.",
  },
  INVALID_PUBLISHABLE_CLIENT_KEY: {
    status: 401,
    parent: 'INVALID_PROJECT_AUTHENTICATION',
    text: 'The publishable key is not valid for the project "{projectId}". Does the project and/or the key exist?',
  },
  INVALID_SECRET_SERVER_KEY: {
    status: 401,
    parent: 'INVALID_PROJECT_AUTHENTICATION',
    text: 'The secret server key is not valid for the project "{projectId}". Does the project and/or the key exist?',
  },
  INVALID_SUPER_SECRET_ADMIN_KEY: {
    status: 401,
    parent: 'INVALID_PROJECT_AUTHENTICATION',
    text: 'The super secret admin key is not valid for the project "{projectId}". Does the project and/or the key exist?',
  },
  INVALID_ADMIN_ACCESS_TOKEN: { status: null, parent: 'INVALID_PROJECT_AUTHENTICATION', text: null },
  UNPARSABLE_ADMIN_ACCESS_TOKEN: { status: 401, parent: 'INVALID_ADMIN_ACCESS_TOKEN', text: 'Admin access token is not parsable.' },
  ADMIN_ACCESS_TOKEN_EXPIRED: {
    status: 401,
    parent: 'INVALID_ADMIN_ACCESS_TOKEN',
    text: 'Admin access token has expired. Please refresh it and try again.[ (The access token expired at {ISO 8601}.)]',
  },
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: {
    status: 401,
    parent: 'INVALID_ADMIN_ACCESS_TOKEN',
    text: 'Admin access tokens must be created on the internal project.',
  },
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: {
    status: 401,
    parent: 'INVALID_ADMIN_ACCESS_TOKEN',
    text: 'Admin access token does not have the required permissions to access this project.',
  },
  PROJECT_AUTHENTICATION_REQUIRED: { status: null, parent: 'PROJECT_AUTHENTICATION_ERROR', text: null },
  CLIENT_AUTHENTICATION_REQUIRED: {
    status: 401,
    parent: 'PROJECT_AUTHENTICATION_REQUIRED',
    text: 'The publishable client key must be provided.',
  },
  SERVER_AUTHENTICATION_REQUIRED: {
    status: 401,
    parent: 'PROJECT_AUTHENTICATION_REQUIRED',
    text: 'The secret server key must be provided.',
  },
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED: {
    status: 401,
    parent: 'PROJECT_AUTHENTICATION_REQUIRED',
    text: 'Either the publishable client key or the secret server key must be provided.',
  },
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED: {
    status: 401,
    parent: 'PROJECT_AUTHENTICATION_REQUIRED',
    text: 'Either the publishable client key or the super secret admin key must be provided.',
  },
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED: {
    status: 401,
    parent: 'PROJECT_AUTHENTICATION_REQUIRED',
    text: 'Either the publishable client key, the secret server key, or the super secret admin key must be provided.',
  },
  ADMIN_AUTHENTICATION_REQUIRED: {
    status: 401,
    parent: 'PROJECT_AUTHENTICATION_REQUIRED',
    text: 'The super secret admin key must be provided.',
  },
  EXPECTED_INTERNAL_PROJECT: { status: 401, parent: 'PROJECT_AUTHENTICATION_ERROR', text: 'The project ID is expected to be internal.' },
  PROJECT_NOT_FOUND: { status: 404, parent: null, text: 'Project {projectId} not found or is not accessible with the current user.' },
  SESSION_AUTHENTICATION_ERROR: { status: null, parent: null, text: null },
  INVALID_SESSION_AUTHENTICATION: { status: null, parent: 'SESSION_AUTHENTICATION_ERROR', text: null },
  INVALID_ACCESS_TOKEN: { status: null, parent: 'INVALID_SESSION_AUTHENTICATION', text: null },
  UNPARSABLE_ACCESS_TOKEN: { status: 401, parent: 'INVALID_ACCESS_TOKEN', text: 'Access token is not parsable.' },
  ACCESS_TOKEN_EXPIRED: {
    status: 401,
    parent: 'INVALID_ACCESS_TOKEN',
    text: 'Access token has expired. Please refresh it and try again.[ (The access token expired at {ISO 8601}.)]',
  },
  INVALID_PROJECT_FOR_ACCESS_TOKEN: {
    status: 401,
    parent: 'INVALID_ACCESS_TOKEN',
    text: 'Access token not valid for this project. Expected project ID "{expected}", but the token is for project ID "{actual}".',
  },
  REFRESH_TOKEN_ERROR: { status: null, parent: null, text: null },
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: {
    status: 401,
    parent: 'REFRESH_TOKEN_ERROR',
    text: 'Refresh token not found for this project, or the session has expired/been revoked.',
  },
  CANNOT_DELETE_CURRENT_SESSION: { status: 400, parent: 'REFRESH_TOKEN_ERROR', text: 'Cannot delete the current session.' },
  PROVIDER_REJECTED: {
    status: 401,
    parent: 'REFRESH_TOKEN_ERROR',
    text: 'The provider refused to refresh their token. This usually means that the provider used to authenticate the user no longer regards this session as valid, and the user must re-authenticate.',
  },
  CANNOT_GET_OWN_USER_WITHOUT_USER: {
    status: 400,
    parent: null,
    text: "You have specified 'me' as a userId, but did not provide authentication for a user.",
  },
  USER_EMAIL_ALREADY_EXISTS: { status: 409, parent: null, text: 'A user with email "{email}" already exists.' },
  EMAIL_NOT_VERIFIED: { status: 400, parent: null, text: 'The email is not verified.' },
  USER_ID_DOES_NOT_EXIST: { status: 400, parent: null, text: 'The given user with the ID {userId} does not exist.' },
  USER_NOT_FOUND: { status: 404, parent: null, text: 'User not found.' },
  USER_AUTHENTICATION_REQUIRED: { status: 401, parent: null, text: 'User authentication required for this endpoint.' },
  SIGN_UP_NOT_ENABLED: {
    status: 400,
    parent: null,
    text: 'Creation of new accounts is not enabled for this project. Please ask the project owner to enable it.',
  },
  PASSWORD_AUTHENTICATION_NOT_ENABLED: { status: 400, parent: null, text: 'Password authentication is not enabled for this project.' },
  PASSKEY_AUTHENTICATION_NOT_ENABLED: { status: 400, parent: null, text: 'Passkey authentication is not enabled for this project.' },
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: { status: 400, parent: null, text: 'Anonymous accounts are not enabled for this project.' },
  EMAIL_PASSWORD_MISMATCH: { status: 400, parent: null, text: 'Wrong e-mail or password.' },
  REDIRECT_URL_NOT_WHITELISTED: {
    status: 400,
    parent: null,
    text: 'Redirect URL not whitelisted. Did you forget to add this domain to the trusted domains list on the Stack Auth dashboard?',
  },
  PASSWORD_REQUIREMENTS_NOT_MET: { status: null, parent: null, text: null },
  PASSWORD_TOO_SHORT: { status: 400, parent: 'PASSWORD_REQUIREMENTS_NOT_MET', text: 'Password too short. Minimum length is {minLength}.' },
  PASSWORD_TOO_LONG: { status: 400, parent: 'PASSWORD_REQUIREMENTS_NOT_MET', text: 'Password too long. Maximum length is {maxLength}.' },
  USER_DOES_NOT_HAVE_PASSWORD: { status: 400, parent: null, text: 'This user does not have password authentication enabled.' },
  PASSWORD_CONFIRMATION_MISMATCH: { status: 400, parent: null, text: 'Passwords do not match.' },
  VERIFICATION_ERROR: { status: null, parent: null, text: null },
  VERIFICATION_CODE_NOT_FOUND: {
    status: 404,
    parent: 'VERIFICATION_ERROR',
    text: 'The verification code does not exist for this project.',
  },
  VERIFICATION_CODE_EXPIRED: { status: 400, parent: 'VERIFICATION_ERROR', text: 'The verification code has expired.' },
  VERIFICATION_CODE_ALREADY_USED: { status: 409, parent: 'VERIFICATION_ERROR', text: 'The verification link has already been used.' },
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: {
    status: 400,
    parent: 'VERIFICATION_ERROR',
    text: 'The verification code nonce has reached the maximum number of attempts. This code is not valid anymore.',
  },
  EMAIL_ALREADY_VERIFIED: { status: 409, parent: null, text: 'The e-mail is already verified.' },
  EMAIL_NOT_ASSOCIATED_WITH_USER: {
    status: 400,
    parent: null,
    text: 'The e-mail is not associated with a user that could log in with that e-mail.',
  },
  EMAIL_IS_NOT_PRIMARY_EMAIL: {
    status: 400,
    parent: null,
    text: "The given e-mail ({email}) must equal the user's primary e-mail ({primaryEmail}).",
  },
  PASSKEY_REGISTRATION_FAILED: { status: 400, parent: null, text: '{message}' },
  PASSKEY_WEBAUTHN_ERROR: { status: 400, parent: null, text: '{message}' },
  PASSKEY_AUTHENTICATION_FAILED: { status: 400, parent: null, text: '{message}' },
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: { status: 400, parent: null, text: 'Multi-factor authentication is required for this user.' },
  INVALID_TOTP_CODE: { status: 400, parent: null, text: 'The TOTP code is invalid. Please try again.' },
  PERMISSION_NOT_FOUND: {
    status: 404,
    parent: null,
    text: 'Permission "{permissionId}" not found. Make sure you created it on the dashboard.',
  },
  WRONG_PERMISSION_SCOPE: {
    status: 404,
    parent: null,
    text: 'Permission "{permissionId}" not found. (It was found for a different scope "{actualScope}", but scope "{expectedScope}" was expected.)',
  },
  CONTAINED_PERMISSION_NOT_FOUND: {
    status: 400,
    parent: null,
    text: 'Contained permission with ID "{permissionId}" not found. Make sure you created it on the dashboard.',
  },
  PERMISSION_ID_ALREADY_EXISTS: {
    status: 400,
    parent: null,
    text: 'Permission with ID "{permissionId}" already exists. Choose a different ID.',
  },
  TEAM_NOT_FOUND: { status: 404, parent: null, text: 'Team {teamId} not found.' },
  TEAM_ALREADY_EXISTS: { status: 409, parent: null, text: 'Team {teamId} already exists.' },
  TEAM_MEMBERSHIP_NOT_FOUND: { status: 404, parent: null, text: 'User {userId} is not found in team {teamId}.' },
  TEAM_MEMBERSHIP_ALREADY_EXISTS: { status: 409, parent: null, text: 'Team membership already exists.' },
  TEAM_PERMISSION_REQUIRED: { status: 401, parent: null, text: 'User {userId} does not have permission {permissionId} in team {teamId}.' },
  TEAM_PERMISSION_NOT_FOUND: { status: 401, parent: null, text: 'User {userId} does not have permission {permissionId} in team {teamId}.' },
  PROJECT_PERMISSION_REQUIRED: { status: 401, parent: null, text: 'User {userId} does not have permission {permissionId}.' },
  EMAIL_TEMPLATE_ALREADY_EXISTS: { status: 409, parent: null, text: 'Email template already exists.' },
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: { status: 400, parent: null, text: 'The OAuth connection is not connected to any user.' },
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: {
    status: 409,
    parent: null,
    text: 'The OAuth connection is already connected to another user.',
  },
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: {
    status: 400,
    parent: null,
    text: 'The OAuth connection does not have the required scope.',
  },
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: {
    status: 400,
    parent: null,
    text: 'Extra scopes are not available with shared OAuth keys. Please add your own OAuth keys on the Stack dashboard to use extra scopes.',
  },
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: {
    status: 400,
    parent: null,
    text: 'Access tokens are not available with shared OAuth keys. Please add your own OAuth keys on the Stack dashboard to use access tokens.',
  },
  INVALID_OAUTH_CLIENT_ID_OR_SECRET: {
    status: 400,
    parent: null,
    text: 'The OAuth client ID or secret is invalid. The client ID must be equal to the project ID, and the client secret must be a publishable client key.',
  },
  INVALID_SCOPE: { status: 400, parent: null, text: 'The scope "{scope}" is not a valid OAuth scope for Stack.' },
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: {
    status: 409,
    parent: null,
    text: 'The user is already connected to another OAuth account. Did you maybe selected the wrong account?',
  },
  OUTER_OAUTH_TIMEOUT: { status: 408, parent: null, text: 'The OAuth flow has timed out. Please sign in again.' },
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: { status: 400, parent: null, text: 'The OAuth provider is not found or not enabled.' },
  INVALID_AUTHORIZATION_CODE: { status: 400, parent: null, text: 'The given authorization code is invalid.' },
  OAUTH_PROVIDER_ACCESS_DENIED: { status: 400, parent: null, text: 'The OAuth provider denied access to the user.' },
  INVALID_SHARED_OAUTH_PROVIDER_ID: { status: 400, parent: null, text: 'The shared OAuth provider with ID {providerId} is not valid.' },
  INVALID_STANDARD_OAUTH_PROVIDER_ID: { status: 400, parent: null, text: 'The standard OAuth provider with ID {providerId} is not valid.' },
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: {
    status: 409,
    parent: null,
    text: 'The {type} ({value}) is already used for authentication by another account.  |  when the value is not known: This {type} is already used for authentication by another account.',
  },
  INVALID_POLLING_CODE: { status: 400, parent: null, text: 'The polling code is invalid or does not exist.' },
  CLI_AUTH_ERROR: { status: 400, parent: null, text: '{message}' },
  CLI_AUTH_EXPIRED_ERROR: { status: 400, parent: null, text: 'CLI authentication request expired. Please try again.' },
  CLI_AUTH_USED_ERROR: { status: 400, parent: null, text: 'This authentication token has already been used.' },
  API_KEY_NOT_VALID: { status: null, parent: null, text: null },
  API_KEY_EXPIRED: { status: 401, parent: 'API_KEY_NOT_VALID', text: 'API key has expired.' },
  API_KEY_REVOKED: { status: 401, parent: 'API_KEY_NOT_VALID', text: 'API key has been revoked.' },
  WRONG_API_KEY_TYPE: {
    status: 400,
    parent: 'API_KEY_NOT_VALID',
    text: 'This endpoint is for {expected} API keys, but a {actual} API key was provided.',
  },
  API_KEY_NOT_FOUND: { status: 404, parent: 'API_KEY_NOT_VALID', text: 'API key not found.' },
  PUBLIC_API_KEY_CANNOT_BE_REVOKED: {
    status: 400,
    parent: 'API_KEY_NOT_VALID',
    text: 'Public API keys cannot be revoked by the secretscanner endpoint.',
  },
  BRANCH_DOES_NOT_EXIST: { status: 400, parent: null, text: 'The branch with ID {branchId} does not exist.' },
  CURRENT_PROJECT_NOT_FOUND: {
    status: 400,
    parent: null,
    text: 'The current project with ID {projectId} was not found. Please check the value of the x-stack-project-id header.',
  },
  ANONYMOUS_AUTHENTICATION_NOT_ALLOWED: {
    status: 401,
    parent: null,
    text: "X-Stack-Access-Token is for an anonymous user, but anonymous users are not enabled. Set the X-Stack-Allow-Anonymous-User header of this request to 'true' to allow anonymous users.",
  },
  RESTRICTED_USER_NOT_ALLOWED: {
    status: 403,
    parent: null,
    text: 'The user in the access token is in restricted state. Reason: {reason}. Please pass the X-Stack-Allow-Restricted-User header if this is intended.',
  },
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: {
    status: 403,
    parent: null,
    text: 'Restricted users cannot accept team invitations. Reason: {reason}. Please complete the onboarding process before accepting team invitations.',
  },
  PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT: {
    status: 401,
    parent: 'PROJECT_AUTHENTICATION_REQUIRED',
    text: 'Publishable client keys are required for this project. Create one in Project Keys, or disable this requirement there to allow keyless client access.',
  },
  SIGN_UP_REJECTED: { status: 403, parent: null, text: '{message}' },
  BOT_CHALLENGE_REQUIRED: { status: 409, parent: null, text: 'An additional bot challenge is required before sign-up can continue.' },
  BOT_CHALLENGE_FAILED: { status: 400, parent: null, text: '{message}' },
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE: {
    status: 400,
    parent: null,
    text: 'Failed to retrieve an OAuth access token for the connected account (provider: {provider}). {details}',
  },
  OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN: {
    status: 400,
    parent: null,
    text: 'A provider with the same account ID is already used for signing in.',
  },
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: {
    status: 503,
    parent: null,
    text: 'The OAuth provider is temporarily unavailable. Please try signing in again.',
  },
  REQUIRES_CUSTOM_EMAIL_SERVER: {
    status: 400,
    parent: null,
    text: 'This action requires a custom SMTP server. Please edit your email server configuration and try again.',
  },
  EMAIL_RENDERING_ERROR: { status: 400, parent: null, text: 'Failed to render email with theme: {error}' },
} as const satisfies Readonly<Record<string, { status: number | null; parent: string | null; text: string | null }>>;

export type KnownErrorCode = keyof typeof knownErrors;

/** True when the text is a code of the table. */
export function isKnownErrorCode(code: string): code is KnownErrorCode {
  return Object.hasOwn(knownErrors, code);
}

/** True when `code` is `group` or lies below it. Unknown codes belong to no group. */
export function isInGroup(code: string, group: KnownErrorCode): boolean {
  let at: string | null = code;
  while (at !== null && isKnownErrorCode(at)) {
    if (at === group) return true;
    at = knownErrors[at].parent;
  }
  return false;
}
