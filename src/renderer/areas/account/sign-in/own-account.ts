import type { ClientProject, ClientUser } from '#contract/service/models/user-models.ts';
import type { SignInSetup } from '#lib/rules/sign-in-method-removal.ts';

/** What every part of the screen is about. */
export interface OwnAccount {
  readonly connectionId: string;
  readonly accountId: string;
  readonly user: ClientUser;
  readonly config: ClientProject['config'];
  /** Undefined while the sign-in methods aren’t known. */
  readonly setup: SignInSetup | undefined;
}
