/** Scenes that are shot and not checked: a checked one shows the same with other data or another text, or something is shortened on purpose. */
import { areas } from './areas';

/** By name, in the order of the areas. A new scene is checked unless it is added here. */
const list = `
  first run, failed
  users, loading | users, none | user panel, revoke | user panel, beside all users | user panel, JSON | user page, right to left |
  user, gone
  find users, filter menu | find users, filter of methods | find users, filling | find users, paused | find users, offline | find users, rebuilt |
  find users, index menu | find users, view from text
  user page | user page, odd values | user page, deleted elsewhere | user page, delete
  user sign-in, methods | user sign-in, connected accounts | user sign-in, keys | user sign-in, odd addresses |
  user sign-in, restricted | user sign-in, nothing | user sign-in, menu of an address | user sign-in, add account |
  user sign-in, set password | user sign-in, remove passkey | user sign-in, loading | user sign-in, failed
  user permissions | user permissions, in a team | user permissions, remove from team | user permissions, none |
  user permissions, loading | user permissions, failed
  impersonation, dialog | impersonation, failed | impersonation, not revoked | impersonation, session | session for a user
  project teams, many | project teams, loading | project teams, failed | project teams, none | project teams, no match |
  project team, odd name | project team, gone | project team, failed | project team members | project team members, none |
  project team permissions | project team permissions, failed | project team invitations | project team metadata
  permission definitions | permission definitions, deleting | permission definitions, in a circle | permission definitions, none |
  permission definitions, loading | permission definitions, failed | permission definitions, gone
  sign-in methods | sign-in methods, none | sign-in methods, no provider found | sign-in methods, shared keys |
  sign-in methods, own keys | sign-in methods, loading | sign-in methods, failed
  sign-up rules | sign-up rules, loading | sign-up rules, failed | sign-up rules, no statistics |
  sign-up rules, menu of a pushed rule | sign-up rules, form | sign-up rules, text | sign-up rules, deleting |
  required verification, no user | required verification, loading | required verification, failed
  domains | domains, with a mistake | domains, production mode | domains, none | domains, many | domains, odd texts |
  domains, loading | domains, not read
  email server | email server, test failed | email server, failed | email templates, loading | sent emails | sent emails, none |
  sent emails, failed
  managed domain | managed domain, read-only | managed domain, loading | managed domain, failed | managed domain, another server |
  managed domains, being set up
  email themes | email themes, unsaved changes | email themes, loading | email themes, not read | email drafts, unsaved changes |
  email drafts, none | email drafts, deleting | draft, sending | draft, sending to everyone, lost response
  outbox, loading | outbox, none | outbox, filter without matches | outbox, failed | outbox, earlier release |
  outbox email, scheduled | outbox email, tried again | outbox email, not rendered | outbox email, skipped | outbox email, sent |
  outbox email, preview | outbox email, change time | outbox email, cancel | outbox email, no longer editable |
  delivery figures, boost and penalty | delivery figures, question | delivery figures, failed
  email to users, shared server | email to users, refused | email to users, response lost | email to users, sent
  project keys, odd names | project keys, many | project keys, no match | project keys, none | project keys, loading |
  project keys, failed | project keys, created, environment block | project keys, rotate | project keys, rotate, revoke old keys |
  key check | key check, valid | key check, project key
  project settings | project settings, odd texts | project settings, changed elsewhere | project settings, logos |
  project settings, logo | project settings, loading | project settings, not read | webhooks, portal | webhooks, none
  configuration | configuration, loading | configuration, failed | configuration, changed key
  projects, menu of a read-only connection | projects, none | projects, not read | projects, not copied |
  project settings, deleted project
  overview | overview, sandbox | overview, empty | overview, server access | overview, loading | overview, failed
  profile, rename | profile, loading | profile, failed | profile, odd values | profile, image refused | profile, image lost |
  profile, metadata | profile, metadata, offline | profile, none of all
  sign-in settings, odd addresses | sign-in settings, no addresses | sign-in settings, loading | sign-in settings, failed |
  sign-in settings, previous address
  sessions, new countries | sessions, some not revoked | sessions, many | sessions, none | sessions, loading | sessions, failed
  connected accounts, odd names | connected accounts, none | connected accounts, loading | connected accounts, failed |
  connected accounts, missing scope
  API keys, odd names | API keys, many | API keys, no match | API keys, none | API keys, loading | API keys, failed |
  API keys, turned off | API keys, create | API keys, create, lost
  permissions, unknown chain | permissions, no match | permissions, none | permissions, loading | permissions, failed
  team, without permissions | team, odd names | team, unbroken name | team, loading | team, failed | team, not a member |
  team members, many | team members, loading | team members, failed | team members, locked | team members, no match |
  team invitations | team invitations, none | team invitations, failed | team invitations, locked | team profile, failed |
  create team, loading | create team, failed | invitations, none | invitations, loading | invitations, failed |
  invitations, older release | notifications, none | notifications, loading | notifications, failed | notifications, older release
  team, leave without a check
  users, a failed row | users, a failed part
  report a problem | find, matches | find, no matches
  notices | status bar, outdated | notices, none | privacy mode, sessions | read-only mode, broken policy
  locked, damaged file | passphrase, none | passphrase, set | passphrase, set and seal | passphrase, remove with a sealed file |
  passphrase, seal secrets
  settings, network locked by a policy | settings, a policy | settings, broken policy | settings | settings, network |
  settings, desktop in a browser | settings, search | settings, search without a result |
  settings, sessions that could not be ended | updates, current | updates, downloading | updates, ready |
  updates, turned off by a policy
  sign-in | sign-in, loading | sign-in, failed | upgrade, not anonymous
  welcome | code, being typed | code, expired | provider, not led back | forgotten password | code, where its link leads |
  a mail that leads nowhere | passkey, there is one | link, magic | link, used up | link, verification |
  link, program asks, confirming | link, program asks, canceled | link, sign out | link, error | link, error, through the site |
  link, error, connecting | link, unknown
  profile, restricted | profile, restricted as anonymous | users, restricted | user, restriction by an admin | user page, previous address |
  email templates, source that can’t be rendered
  connect | connect, testing | connect, tested | export and import, confirming | export and import, stopped |
  a connection, its owner signed out | a connection | a connection, owned
  connection, checking presence | connection, without a passphrase | presence, waiting for the system |
  presence, refused by the system
`;

const variants = new Set(
  list
    .split(/[|\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== ''),
);
const known = new Set(areas.flatMap(({ scenes }) => scenes.map(({ name }) => name)));
const unknown = [...variants].filter((name) => !known.has(name));
if (unknown.length > 0) throw new Error(`There are no scenes named ${unknown.join(' | ')}.`);

/** Whether a scene is checked. */
export function isChecked(scene: string): boolean {
  return !variants.has(scene);
}
