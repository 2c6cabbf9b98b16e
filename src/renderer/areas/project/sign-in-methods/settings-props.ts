import type { Connection } from '#contract/bridge/connections.ts';
import type { ProjectSignIn } from '#lib/rules/project-sign-in.ts';

/** What each section of the settings needs: the draft, what it started from, and how to change it. */
export interface SettingsProps {
  connection: Connection;
  signIn: ProjectSignIn;
  base: ProjectSignIn;
  disabledReason: string | undefined;
  onChange: (change: Partial<ProjectSignIn>) => void;
}
