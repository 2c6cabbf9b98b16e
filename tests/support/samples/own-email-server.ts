/** An email server of a project's own, as the service stores it. Nothing listens there. */
export const ownEmailServer = {
  type: 'standard',
  host: 'a.example',
  port: 587,
  username: 'u',
  password: 'p',
  sender_name: 'S',
  sender_email: 's@a.example',
} as const;
