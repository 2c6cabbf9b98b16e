import type { ClientProject, ServerUser } from '#contract/service/models/user-models.ts';
import type { EmailList } from '#data/emails.ts';
import type { SignInSetup } from '#lib/rules/sign-in-method-removal.ts';

/** What every part of the tab is about. */
export interface MethodUser {
  readonly connectionId: string;
  readonly user: ServerUser;
  readonly config: ClientProject['config'];
  readonly emails: EmailList;
  readonly setup: SignInSetup;
}
