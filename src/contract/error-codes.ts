/** The app's error codes. Imports no schemas, because windows load it at startup. */

/** Suggestions for the user after an error. Their texts are the messages `next.*`. */
export type NextStep =
  | 'retry'
  | 'check-input'
  | 'enter-keys'
  | 'remove-connection'
  | 'delete-view'
  | 'check-network'
  | 'trust-certificate'
  | 'check-clock'
  | 'check-host'
  | 'leave-hotspot'
  | 'open-browser'
  | 'set-browser'
  | 'check-proxy'
  | 'check-proxy-settings'
  | 'proxy-without-password'
  | 'other-proxy'
  | 'choose-ca-file'
  | 'correct-address'
  | 'check-keys'
  | 'sign-in'
  | 'sign-in-owner'
  | 'restart-sandbox'
  | 'reopen'
  | 'check-folder'
  | 'check-journal'
  | 'unlock-app'
  | 'set-passphrase'
  | 'restore-secrets'
  | 'restore-lock'
  | 'unlock-keychain'
  | 'check-keychain'
  | 'allow-keychain'
  | 'wait'
  | 'check-address'
  | 'confirm-server'
  | 'allow-plain'
  | 'update-service'
  | 'change-safety'
  | 'end-read-only'
  | 'ask-administrator'
  | 'confirm'
  | 'type-again'
  | 'look-again'
  | 'look-at-values'
  | 'refresh'
  | 'whole-link'
  | 'unwrap-link'
  | 'new-link'
  | 'other-connection'
  | 'other-file'
  | 'update-app'
  | 'other-way'
  | 'own-site'
  | 'own-dashboard'
  | 'replace-passkey'
  | 'end-impersonation'
  | 'report';

/** The app's error codes, with the next step and whether repeating the same call may succeed. */
export const errorCodes = {
  'bad-input': { retryable: false, next: 'check-input' },
  'unknown-call': { retryable: false, next: 'report' },
  'too-large': { retryable: false, next: 'check-input' },
  'app-locked': { retryable: true, next: 'unlock-app' },
  'lock-file-unreadable': { retryable: false, next: 'restore-lock' },
  'not-allowed': { retryable: false, next: 'reopen' },
  internal: { retryable: true, next: 'report' },
  'licenses-missing': { retryable: false, next: 'report' },
  cancelled: { retryable: true, next: 'retry' },
  'known-error': { retryable: false, next: 'check-input' },
  'service-error': { retryable: true, next: 'retry' },
  'bad-response': { retryable: true, next: 'report' },
  'protocol-violation': { retryable: true, next: 'check-network' },
  'redirect-refused': { retryable: true, next: 'leave-hotspot' },
  offline: { retryable: true, next: 'check-network' },
  unreachable: { retryable: true, next: 'check-network' },
  'name-not-found': { retryable: true, next: 'check-network' },
  'tls-refused': { retryable: true, next: 'check-network' },
  'tls-untrusted': { retryable: true, next: 'trust-certificate' },
  'tls-expired': { retryable: true, next: 'check-clock' },
  'tls-wrong-host': { retryable: true, next: 'check-host' },
  'connection-lost': { retryable: true, next: 'retry' },
  'timed-out': { retryable: true, next: 'retry' },
  'response-too-large': { retryable: false, next: 'report' },
  'rate-limited': { retryable: true, next: 'wait' },
  'missing-credentials': { retryable: false, next: 'check-keys' },
  'unknown-connection': { retryable: false, next: 'reopen' },
  'unknown-account': { retryable: false, next: 'sign-in' },
  'signed-out': { retryable: false, next: 'sign-in' },
  'session-ended': { retryable: false, next: 'sign-in' },
  'owner-signed-out': { retryable: false, next: 'sign-in-owner' },
  impersonating: { retryable: false, next: 'end-impersonation' },
  'flow-over': { retryable: false, next: 'sign-in' },
  'too-soon': { retryable: true, next: 'wait' },
  'link-unreadable': { retryable: false, next: 'check-input' },
  'link-wrapped': { retryable: false, next: 'unwrap-link' },
  'link-incomplete': { retryable: false, next: 'whole-link' },
  'link-gone': { retryable: false, next: 'new-link' },
  'return-not-trusted': { retryable: false, next: 'other-way' },
  'portal-url-refused': { retryable: false, next: 'own-dashboard' },
  'browser-not-opened': { retryable: true, next: 'set-browser' },
  'passkey-on-own-site': { retryable: false, next: 'own-site' },
  'passkey-exists': { retryable: false, next: 'replace-passkey' },
  'two-factor-on': { retryable: false, next: 'reopen' },
  'passkey-refused': { retryable: false, next: 'check-address' },
  'site-unknown': { retryable: false, next: 'check-keys' },
  'login-code-expired': { retryable: true, next: 'retry' },
  'login-code-spent': { retryable: false, next: 'new-link' },
  'login-code-elsewhere': { retryable: false, next: 'other-connection' },
  'bad-token': { retryable: true, next: 'retry' },
  'sandbox-stopped': { retryable: true, next: 'restart-sandbox' },
  'sandbox-failed': { retryable: true, next: 'restart-sandbox' },
  'profile-not-writable': { retryable: true, next: 'check-folder' },
  'profile-busy': { retryable: true, next: 'retry' },
  'keychain-locked': { retryable: true, next: 'unlock-keychain' },
  'keychain-absent': { retryable: true, next: 'check-keychain' },
  'keychain-denied': { retryable: true, next: 'allow-keychain' },
  'keychain-corrupt': { retryable: false, next: 'sign-in' },
  'keychain-slow': { retryable: true, next: 'unlock-keychain' },
  'secrets-damaged': { retryable: false, next: 'restore-secrets' },
  'secrets-newer': { retryable: false, next: 'update-app' },
  'keychain-full': { retryable: false, next: 'report' },
  'clipboard-unavailable': { retryable: false, next: 'report' },
  'changed-elsewhere': { retryable: false, next: 'look-at-values' },
  'object-gone': { retryable: false, next: 'refresh' },
  'secret-expired': { retryable: false, next: 'retry' },
  'file-not-env': { retryable: false, next: 'other-file' },
  'file-busy': { retryable: true, next: 'wait' },
  'file-not-writable': { retryable: true, next: 'check-folder' },
  'bridge-lost': { retryable: true, next: 'retry' },
  'address-invalid': { retryable: false, next: 'check-address' },
  'address-with-extras': { retryable: false, next: 'check-address' },
  'address-not-secure': { retryable: false, next: 'allow-plain' },
  'address-not-found': { retryable: false, next: 'check-address' },
  'web-page-answers': { retryable: true, next: 'leave-hotspot' },
  'network-sign-in': { retryable: true, next: 'open-browser' },
  'proxy-sign-in': { retryable: true, next: 'check-proxy' },
  'proxy-unreachable': { retryable: true, next: 'check-proxy-settings' },
  'proxy-refused': { retryable: true, next: 'check-proxy-settings' },
  'proxy-url-invalid': { retryable: false, next: 'check-proxy-settings' },
  'proxy-url-credentials': { retryable: false, next: 'proxy-without-password' },
  'proxy-script-invalid': { retryable: false, next: 'check-proxy-settings' },
  'proxy-script-unsupported': { retryable: false, next: 'check-proxy-settings' },
  'proxy-socks-sign-in': { retryable: false, next: 'other-proxy' },
  'proxy-bypass-invalid': { retryable: false, next: 'check-proxy-settings' },
  'ca-file-unreadable': { retryable: true, next: 'choose-ca-file' },
  'ca-file-empty': { retryable: false, next: 'choose-ca-file' },
  'ca-file-expired': { retryable: false, next: 'choose-ca-file' },
  'service-moved': { retryable: false, next: 'correct-address' },
  'server-unconfirmed': { retryable: true, next: 'confirm-server' },
  'not-a-service': { retryable: false, next: 'check-address' },
  'project-not-found': { retryable: false, next: 'check-input' },
  'project-id-invalid': { retryable: false, next: 'check-input' },
  'key-invalid': { retryable: false, next: 'check-input' },
  'keys-needed-again': { retryable: false, next: 'enter-keys' },
  'connection-changed': { retryable: true, next: 'look-again' },
  'too-many-connections': { retryable: false, next: 'remove-connection' },
  'too-many-views': { retryable: false, next: 'delete-view' },
  'handler-base-invalid': { retryable: false, next: 'check-input' },
  'import-unreadable': { retryable: false, next: 'check-input' },
  'import-newer': { retryable: false, next: 'update-app' },
  'import-damaged': { retryable: false, next: 'other-file' },
  'import-too-large': { retryable: false, next: 'other-file' },
  'sealed-too-costly': { retryable: false, next: 'other-file' },
  'import-several': { retryable: false, next: 'other-file' },
  'import-not-read': { retryable: true, next: 'other-file' },
  'settings-file-unreadable': { retryable: false, next: 'other-file' },
  'settings-file-newer': { retryable: false, next: 'update-app' },
  'settings-file-too-large': { retryable: false, next: 'other-file' },
  'passphrase-wrong': { retryable: false, next: 'type-again' },
  'passphrase-too-short': { retryable: false, next: 'check-input' },
  'not-offered-by-service': { retryable: false, next: 'update-service' },
  'read-only-connection': { retryable: false, next: 'change-safety' },
  'app-read-only': { retryable: false, next: 'end-read-only' },
  'setting-locked': { retryable: false, next: 'ask-administrator' },
  'host-not-allowed': { retryable: false, next: 'ask-administrator' },
  'journal-required': { retryable: true, next: 'check-journal' },
  'forbidden-by-policy': { retryable: false, next: 'ask-administrator' },
  'confirmation-required': { retryable: true, next: 'confirm' },
  'confirmation-mismatch': { retryable: true, next: 'type-again' },
  'confirmation-expired': { retryable: true, next: 'retry' },
  'confirmation-pending': { retryable: true, next: 'wait' },
  'confirmation-paused': { retryable: true, next: 'wait' },
  'presence-not-verified': { retryable: true, next: 'retry' },
  'presence-unavailable': { retryable: false, next: 'set-passphrase' },
  'not-confirmed': { retryable: true, next: 'confirm' },
} as const satisfies Readonly<Record<string, { retryable: boolean; next: NextStep }>>;

export type ErrorCode = keyof typeof errorCodes;

/** Errors of a service that is unavailable or can't be reached: a later attempt may succeed without any change. */
export const outageCodes = [
  'offline',
  'unreachable',
  'name-not-found',
  'connection-lost',
  'timed-out',
  'proxy-unreachable',
] as const satisfies readonly ErrorCode[];
