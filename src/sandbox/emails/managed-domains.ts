/** Domains from which a provider sends a project's emails (wire/later 6; wire/hexclave 4.2). No provider is asked: a control endpoint decides. */
import { z } from 'zod';
import { endpoint } from '#contract/definitions.ts';
import type { RowOf } from '#contract/service/index.ts';
import type { managedDomain as item } from '#contract/service/models/mail-models.ts';
import { changeKeys } from '../configuration/project-config';
import type { Handler, SandboxContext } from '../http/context';
import { plainFailure } from '../http/failures';
import { reply } from '../http/respond';
import { secretText, uuid } from '../random';
import {
  deleteManagedDomain,
  findManagedDomain,
  findTrackedSubdomain,
  insertManagedDomain,
  listManagedDomains,
  type ManagedDomainRow,
  setManagedStatus,
} from '../stores/managed-domain-store';
import type { Project } from '../stores/project-store';

/** Not in the catalog: no response has the ID that it needs, that of the domain at the provider. */
export const deleteManagedDomainEndpoint = endpoint({
  method: 'POST',
  offered: false,
  journal: { none: 'not-sent' },
  path: '/internal/emails/managed-onboarding/delete',
  actors: {
    project: {
      access: 'admin',
      body: z.strictObject({ resend_domain_id: z.string() }),
      response: z.object({ status: z.literal('deleted') }),
    },
  },
});

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const qualified = new RegExp(`^(?:${label}\\.){2,}[a-z]{2,63}$`, 'i');
const localPart = /^[a-z0-9][a-z0-9._%+-]{0,63}$/i;

type ProjectCall = SandboxContext & { readonly project: Project };

/** Tracks a domain. The same pair again returns what there is. */
export const setUpManagedDomain: Handler<RowOf<'emails.setUpManagedDomain'>> = {
  ignoresQuery: true,
  async run(call) {
    const { store, project, clock, random, body } = call;
    const subdomain = body.subdomain.trim().toLowerCase();
    const sender_local_part = body.sender_local_part.trim().toLowerCase();
    if (!qualified.test(subdomain)) throw plainFailure(400, 'subdomain must be a fully-qualified domain name like mail.example.com');
    if (!localPart.test(sender_local_part)) throw plainFailure(400, 'sender_local_part is invalid');
    return store.transaction(() => {
      const known = findTrackedSubdomain(store, subdomain);
      if (known === undefined) {
        const row = { id: uuid(random), project: project.key, subdomain, sender_local_part, status: 'pending_verification' as const };
        insertManagedDomain(store, row, clock.now());
        return reply(toItem({ ...row, updated_at: clock.now() }));
      }
      if (known.project !== project.key) {
        const text = 'This subdomain already exists in Resend. If this is from another project, choose a different subdomain.';
        throw plainFailure(409, text);
      }
      if (known.sender_local_part !== sender_local_part)
        throw plainFailure(409, 'This subdomain is already tracked with a different sender local part');
      return reply(toItem(known));
    });
  },
};

export const checkManagedDomain: Handler<RowOf<'emails.checkManagedDomain'>> = {
  ignoresQuery: true,
  async run({ store, project, body }) {
    const row = findManagedDomain(store, project.key, body.domain_id);
    const isPair = row?.subdomain === body.subdomain.toLowerCase() && row.sender_local_part === body.sender_local_part.toLowerCase();
    if (row === undefined || !isPair) throw plainFailure(404, 'Managed domain setup not found for this project/branch');
    return reply({ status: row.status });
  },
};

/** Lists the domains: the applied one first, then those changed last. */
export const listManaged: Handler<RowOf<'emails.managedDomains'>> = {
  async run({ store, project }) {
    return reply({ items: listManagedDomains(store, project.key).map(toItem) });
  },
};

/** Has the provider send the project's emails. A domain that did before is verified again. */
export const applyManagedDomain: Handler<RowOf<'emails.applyManagedDomain'>> = {
  ignoresQuery: true,
  async run(call) {
    const { store, project, clock, random, body } = call;
    return store.transaction(() => {
      const row = requireManaged(call, body.domain_id);
      if (row.status !== 'verified' && row.status !== 'applied') throw plainFailure(409, 'Managed domain is not verified yet');
      for (const other of listManagedDomains(store, project.key))
        if (other.status === 'applied' && other.id !== row.id) setManagedStatus(store, other.id, 'verified', clock.now());
      setManagedStatus(store, row.id, 'applied', clock.now());
      changeKeys(store, project.key, {
        'emails.server': {
          isShared: false,
          provider: 'managed',
          password: secretText(random),
          senderName: project.display_name,
          senderEmail: `${row.sender_local_part}@${row.subdomain}`,
          managedSubdomain: row.subdomain,
          managedSenderLocalPart: row.sender_local_part,
        },
      });
      return reply({ status: 'applied' as const });
    });
  },
};

/** Forgets a domain, by its ID at the provider, which here is its own. */
export const removeManagedDomain: Handler<typeof deleteManagedDomainEndpoint> = {
  ignoresQuery: true,
  async run(call) {
    deleteManagedDomain(call.store, requireManaged(call, call.body.resend_domain_id).id);
    return reply({ status: 'deleted' as const });
  },
};

function requireManaged({ store, project }: ProjectCall, domainId: string): ManagedDomainRow {
  const row = findManagedDomain(store, project.key, domainId);
  if (row === undefined) throw plainFailure(404, 'Managed domain not found for this project/branch');
  return row;
}

const nameServers = ['ns1', 'ns2'];

function toItem({ id, subdomain, sender_local_part, status: found }: ManagedDomainRow): z.output<typeof item> {
  const name_server_records = nameServers.map((name) => `${name}.${subdomain}.managed.example`);
  return { domain_id: id, subdomain, sender_local_part, name_server_records, status: found };
}
