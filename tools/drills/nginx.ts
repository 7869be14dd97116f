import { spawnSync } from 'node:child_process'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Where nginx is: Debian keeps it where only root's shell looks. */
export const nginx = existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx'
export const hasNginx = !spawnSync(nginx, ['-v']).error

/**
 * Writes an nginx that stands at `port` before the processes at `ports`, into `folder`. The process at `resting` gets
 * nothing new. What could not be handed to one process goes to the other; what was handed over is not sent twice.
 */
export function writeNginxConfig(folder: string, port: number, ports: number[], resting?: number): void {
  const servers = ports.map(
    (each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=1s${each === resting ? ' down' : ''};`,
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path tmp-${kind};`)
  const file = path.join(folder, 'nginx.conf')
  // At once, so that nginx never reads half of it.
  writeFileSync(
    `${file}.new`,
    `pid nginx.pid;
error_log nginx.log crit;
worker_processes 1;
events { worker_connections 1024; }
http {
  access_log off;
  # A reload cuts idle connections, also those on which a client is just asking; 1.27.4 and newer can wait (deploy/nginx.conf).
  keepalive_timeout 0;
  ${temporary.join('\n  ')}
  upstream level_up {
    ${servers.join('\n    ')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://level_up;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-Host "";
      proxy_next_upstream error timeout;
      proxy_buffering off;
    }
  }
}
`,
  )
  renameSync(`${file}.new`, file)
}
