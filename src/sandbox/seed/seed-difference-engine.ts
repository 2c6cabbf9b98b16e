/** Seeds a second project of the demo owner that violates every rule of production mode (wire/flows 18). */
import type { Store } from '../database/database';
import { defaultConfig } from '../projects/project-defaults';
import { insertProject, updateProject } from '../projects/project-store';
import { createSigningKey } from '../projects/signing-keys';
import { type Random, uuid } from '../random';
import { createRepeatableRandom } from './repeatable-random';

/** The first is valid; each of the others violates one rule. */
const domains = [
  'https://difference.example',
  'https://not a domain',
  'http://localhost:3000',
  'https://app.localhost',
  'http://127.0.0.1:8080',
  'https://192.0.2.10',
  'http://www.difference.example',
];

/** Stores the project and returns its ID, which is always the same. */
export function seedDifferenceEngine(store: Store, random: Random, now: number): string {
  const chance = createRepeatableRandom(1822);
  const id = uuid(chance);
  const key = insertProject(store, {
    id,
    display_name: 'Difference Engine',
    created_at: now - 30 * 86_400_000,
    config: {
      id: uuid(chance),
      ...defaultConfig,
      magic_link_enabled: true,
      domains: domains.map((domain) => ({ domain, handler_path: '/handler' })),
      oauth_providers: [
        { id: 'google', type: 'standard', enabled: true, client_id: 'difference-engine', client_secret: `demo-${uuid(random)}` },
        { id: 'github', type: 'shared', enabled: false },
      ],
      email_config: {
        type: 'standard',
        host: 'mail.difference.example',
        port: 587,
        username: 'engine',
        password: `demo-${uuid(random)}`,
        sender_name: 'Difference Engine',
        sender_email: 'engine@difference.example',
      },
    },
    signing_key: createSigningKey(random),
  });
  const description = 'Tabulates polynomial functions. Not finished.';
  updateProject(store, key, { display_name: 'Difference Engine', description, is_production_mode: false });
  return id;
}
