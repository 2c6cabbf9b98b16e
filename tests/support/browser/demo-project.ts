/** The demo project as its own server reaches it, outside of the app. */
import type { Page } from '@playwright/test';
import type { RunningSandbox } from './launch-sandbox';
import type { TestEnvironment } from './test-environment';

/** Calls of the sandbox's connection. */
const project = { actor: 'project', connectionId: 'sandbox' };

/** Deletes a user or a team of a service as another program does: the app isn't notified. */
export async function deleteElsewhere(
  { url, demo }: Pick<RunningSandbox, 'url' | 'demo'>,
  kind: 'users' | 'teams',
  id: string,
): Promise<void> {
  const headers = {
    'x-stack-access-type': 'server',
    'x-stack-project-id': demo.project_id,
    'x-stack-secret-server-key': demo.secret_server_key,
  };
  const response = await fetch(`${url}/api/v1/${kind}/${id}`, { method: 'DELETE', headers });
  if (!response.ok) throw new Error(`Nothing was deleted: ${response.status}`);
}

interface Named {
  readonly id: string;
  readonly display_name: string;
}

/** Makes a call with the project's key in another window of the app, which notifies this one what was written. */
export async function asProject(environment: TestEnvironment, page: Page, endpoint: string, input: object): Promise<unknown> {
  return environment.ask(page, `service.${endpoint}`, { ...project, ...input });
}

/** Returns the ID of the team with that name. */
export async function teamNamed(environment: TestEnvironment, page: Page, name: string): Promise<string> {
  const { items } = (await asProject(environment, page, 'teams.list', { query: {} })) as { items: Named[] };
  return idOf(items, name);
}

/** Returns the ID of the user with that name. */
export async function userNamed(environment: TestEnvironment, page: Page, name: string): Promise<string> {
  const { items } = (await asProject(environment, page, 'users.list', { query: { query: name, limit: 5 } })) as { items: Named[] };
  return idOf(items, name);
}

function idOf(items: readonly Named[], name: string): string {
  const found = items.find((item) => item.display_name === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found.id;
}
