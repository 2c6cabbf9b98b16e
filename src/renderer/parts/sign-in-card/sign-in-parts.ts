/** Which parts the sign-in card has for a project's configuration. */

interface CardConfig {
  readonly credential_enabled: boolean;
  readonly magic_link_enabled: boolean;
  readonly passkey_enabled: boolean;
  readonly enabled_oauth_providers: readonly { readonly id: string }[];
}

export interface SignInParts {
  /** Whether there are methods above the form, which use the browser: providers and passkeys. */
  readonly hasBrowserMethods: boolean;
  /** Whether there is a form with an email address. */
  readonly hasForm: boolean;
  /** Whether the form can change between a password and a one-time code. */
  readonly hasBothForms: boolean;
  /** What the form starts with. */
  readonly mode: 'password' | 'code';
}

/** Returns the parts of the sign-in card. */
export function signInParts(config: CardConfig): SignInParts {
  const { credential_enabled: hasPassword, magic_link_enabled: hasCode } = config;
  return {
    hasBrowserMethods: config.enabled_oauth_providers.length > 0 || config.passkey_enabled,
    hasForm: hasPassword || hasCode,
    hasBothForms: hasPassword && hasCode,
    mode: hasPassword ? 'password' : 'code',
  };
}
