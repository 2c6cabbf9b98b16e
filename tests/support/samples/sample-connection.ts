/** A stored connection for specs that need any one. */
import { withDefaults } from '#main/records/connections-file.ts';

/** A connection to a project in development, without keys. */
export const sampleConnection = withDefaults({
  id: 'c',
  kind: 'project',
  name: 'Engines',
  baseUrl: 'http://x.test',
  projectId: 'p',
  environment: 'development',
});
