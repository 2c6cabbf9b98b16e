/** Projects and admin-only calls in the service's own client library. */
import { describe, expect, test } from 'vitest';
import { demoAccounts } from '#sandbox/seed/seed-named-users.ts';
import { login, startMailServer } from '#sandbox/testing/mail-server.ts';
import { type ClientScene, fine, refusal, type Session } from './scene';

async function signInOwner({ internal }: ClientScene): Promise<Session> {
  const [{ email, password } = { email: '', password: '' }] = demoAccounts;
  const signedOut = internal.createSession({ refreshToken: null });
  return internal.createSession(await fine(internal.signInWithCredential(email, password, signedOut)));
}

/** Declares the tests. */
export function tourOfAdministration(getScene: () => ClientScene): void {
  describe('projects', () => {
    test('are created, administered and deleted by their owner', async () => {
      const { internal, owned } = getScene();
      const owner = await signInOwner(getScene());
      const made = await internal.createProject({ display_name: 'Made', config: { magic_link_enabled: true } }, owner);
      expect((await internal.listProjects(owner)).map(({ id }) => id)).toContain(made.id);
      const project = owned(made.id, owner);
      expect(await project.getProject()).toEqual(made);
      const changed = await project.updateProject({ description: 'Changed', config: { sign_up_enabled: false } });
      expect(changed).toMatchObject({ description: 'Changed', config: { sign_up_enabled: false, magic_link_enabled: true } });
      await project.deleteProject();
      expect((await internal.listProjects(owner)).map(({ id }) => id)).not.toContain(made.id);
    });

    test('are read by clients, also when they don’t exist', async () => {
      const { client } = getScene();
      expect(await fine(client.getClientProject())).toMatchObject({ id: client.projectId, config: { credential_enabled: true } });
      await expect(client.checkFeatureSupport({ featureName: 'something' })).rejects.toThrow('not yet supported');
    });

    test('have sets of keys', async () => {
      const { admin } = getScene();
      const set = await admin.createInternalApiKey({
        description: 'deployment',
        expires_at_millis: Date.now() + 86_400_000,
        has_publishable_client_key: true,
        has_secret_server_key: true,
        has_super_secret_admin_key: false,
      });
      expect(set).toMatchObject({
        publishable_client_key: expect.stringMatching(/^pck_/),
        secret_server_key: expect.stringMatching(/^ssk_/),
      });
      expect((await admin.listInternalApiKeys()).map(({ id }) => id)).toContain(set.id);
      await admin.revokeInternalApiKeyById(set.id);
      const session = getScene().session();
      expect(await admin.getInternalApiKey(set.id, session)).toMatchObject({ manually_revoked_at_millis: expect.any(Number) });
    });

    test('define permissions', async () => {
      const { admin } = getScene();
      const inTeam = await admin.createTeamPermissionDefinition({ id: 'stock:read', contained_permission_ids: ['$read_members'] });
      expect(await admin.listTeamPermissionDefinitions()).toContainEqual(inTeam);
      expect(await admin.updateTeamPermissionDefinition('stock:read', { description: 'Reads' })).toMatchObject({ description: 'Reads' });
      await admin.deleteTeamPermissionDefinition('stock:read');
      await expect(admin.deleteTeamPermissionDefinition('stock:read')).rejects.toEqual(refusal('PERMISSION_NOT_FOUND'));
      const inProject = await admin.createProjectPermissionDefinition({ id: 'stock:use', description: 'Uses' });
      expect(await admin.listProjectPermissionDefinitions()).toContainEqual(inProject);
      expect(await admin.updateProjectPermissionDefinition('stock:use', { id: 'stock:used' })).toMatchObject({ id: 'stock:used' });
      await admin.deleteProjectPermissionDefinition('stock:used');
    });
  });

  describe('emails, metrics and webhooks', () => {
    test('a project with its own mail server has its own templates', async () => {
      const { internal, owned } = getScene();
      const smtp = await startMailServer();
      try {
        const owner = await signInOwner(getScene());
        const made = await internal.createProject({ display_name: 'Mailing' }, owner);
        const project = owned(made.id, owner);
        await project.updateProject({ config: { email_config: { type: 'standard', ...smtp.config } } });
        const [template] = await project.listEmailTemplates();
        const type = template?.type ?? 'magic_link';
        expect(await project.updateEmailTemplate(type, { subject: 'Hello' })).toMatchObject({ subject: 'Hello', is_default: false });
        await project.resetEmailTemplate(type);
        const test = { recipient_email: 'test@stock.example', email_config: smtp.config };
        expect(await project.sendTestEmail(test)).toEqual({ success: true });
        const wrong = { ...test, email_config: { ...smtp.config, ...login, password: 'wrong' } };
        expect(await project.sendTestEmail(wrong)).toMatchObject({
          success: false,
          error_message: expect.stringContaining('authenticate'),
        });
        expect((await project.listSentEmails()).items.map(({ error }: { error?: unknown }) => error === null)).toEqual([false, true]);
        expect(smtp.messages).toHaveLength(1);
      } finally {
        await smtp.close();
      }
    });

    test('metrics and the token of the webhooks page', async () => {
      const { admin } = getScene();
      const { total_users, daily_users } = await admin.getMetrics();
      expect(total_users).toBeGreaterThanOrEqual(30);
      expect(daily_users).toHaveLength(31);
      expect((await admin.getSvixToken()).token).toMatch(/^appsk_/);
    });

    test('custom calls', async () => {
      const { admin } = getScene();
      const answer = await admin.sendAdminRequest('/projects/current', {}, null);
      expect(await answer.json()).toMatchObject({ is_production_mode: false });
    });
  });
}
