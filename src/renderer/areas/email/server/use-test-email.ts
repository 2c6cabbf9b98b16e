import { useState } from 'react';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { useReadAdminProject } from '#data/project.ts';
import { useCurrentAccount } from '#data/topics.ts';
import { type Action, useAction } from '#lib/use-action.ts';
import { sendTestEmail } from '../data';
import { type OwnServer, type ServerValues, serverInput, serverValues, storedPassword, toServerInput } from './server-values';

/** The result of a test email, for the values that it was sent with. */
export interface TestResult {
  readonly values: string;
  readonly recipient: string;
  readonly host: string;
  readonly port: number;
  /** The service's words if the delivery failed; null if it succeeded. */
  readonly failure: string | null;
}

export interface TestEmail extends Action<[string]> {
  /** The result of the last test; null if there is none, or the values were changed since. */
  readonly result: TestResult | null;
  /** Whether the values are complete, so that a test is possible. */
  readonly isReady: boolean;
  readonly recipient: string;
  readonly setRecipient: (recipient: string) => void;
}

/** Returns the action that sends a test email to an address, with the edited values of the server. */
export function useTestEmail(connectionId: string, project: AdminProject, values: ServerValues): TestEmail {
  const account = useCurrentAccount(connectionId);
  const [recipient, setRecipient] = useState(account?.primaryEmail ?? '');
  const [last, setLast] = useState<TestResult | null>(null);
  const readProject = useReadAdminProject(connectionId);
  const key = JSON.stringify(values);
  const action = useAction(async (to: string) => {
    // A reference to the stored password expires, so it is read again.
    const latest = values.password === '' ? await readProject() : project;
    const server = ownServer(values, latest);
    if (server === null) return;
    const { type: _type, ...email_config } = server;
    const { success, error_message } = await sendTestEmail(connectionId, { recipient_email: to, email_config });
    const failure = success ? null : (error_message ?? '');
    setLast({ values: key, recipient: to, host: server.host, port: server.port, failure });
  });
  const result = last?.values === key ? last : null;
  return { ...action, result, isReady: ownServer(values, project) !== null, recipient, setRecipient };
}

/** Returns the server to test; null if the values aren't complete. */
function ownServer(values: ServerValues, project: AdminProject): OwnServer | null {
  const parsed = serverInput.safeParse(toServerInput(values, serverValues(project), storedPassword(project)));
  return parsed.success && parsed.data.type === 'standard' ? parsed.data : null;
}
