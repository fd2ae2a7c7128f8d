import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mailPageOf } from '../../../infra/local/api-gateway/local-pages.ts'
import { formatSender } from '../../../lib/mail/addresses.ts'
import { catchMail } from '../../../lib/mail/catcher.ts'
import { newDirectory } from '../../support/temporary.ts'
import { startGateway } from './test-gateway.ts'

const mail = {
  from: '"Tea" <shop@tea.example>',
  to: 'ann@example.com',
  subject: 'Refund <b>',
  text: 'Hello, <b>Ann</b>',
  html: '<!doctype html><p class="x">Hello</p><script>alert(1)</script>',
}

/** Starts a gateway that shows the mails in a new directory. */
async function startPages() {
  const directory = join(newDirectory(), 'mail')
  vi.stubEnv('MAIL_DIR', directory)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { request } = await startGateway({
    routes: [],
    load: async () => () => null,
    localPage: path => mailPageOf(path, directory),
  })
  const get = async (path: string) => {
    const { status, headers, bytes } = await request(path)
    return { status, headers, body: bytes.toString() }
  }
  return { directory, get, request }
}

test('says how to get a mail while there is none', async () => {
  const { get } = await startPages()
  for (const path of ['/mail', '/mail/']) {
    const { status, body } = await get(path)
    expect(status).toBe(200)
    expect(body).toContain('There are no mails yet.')
  }
})

test('lists mails, newest first, and skips a file that is not complete', async () => {
  const { directory, get } = await startPages()
  mkdirSync(directory)
  const times = { first: '2026-01-01', last: '2026-03-01', middle: '2026-02-01' }
  for (const [id, time] of Object.entries(times))
    writeFileSync(join(directory, `${id}.json`), JSON.stringify({ ...mail, id, time }))
  writeFileSync(join(directory, 'half.json'), '{"id":"ha')
  const { body } = await get('/mail')
  expect([...body.matchAll(/href="\/mail\/(\w+)"/g)].map(([, id]) => id)).toEqual(['last', 'middle', 'first'])
  expect(body).toContain('Refund &lt;b&gt;')
  expect(body).toContain('ann@example.com')
})

test('shows a mail as text, and as HTML in a frame that runs no scripts', async () => {
  const { get } = await startPages()
  const id = '../odd id/1'
  await catchMail(mail, id)
  const path = `/mail/${encodeURIComponent(id)}`
  const html = await get(path)
  expect(html.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(html.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/)
  expect(html.body).toContain(
    '<iframe sandbox title="The mail" srcdoc="&lt;!doctype html&gt;&lt;p class=&quot;x&quot;&gt;Hello&lt;/p&gt;',
  )
  expect(html.body).not.toContain('<script>')
  const text = await get(`${path}/text`)
  expect(text.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  expect(text.body).toBe(
    'From: "Tea" <shop@tea.example>\nTo: ann@example.com\nSubject: Refund <b>\n\nHello, <b>Ann</b>',
  )
})

test('shows the name of a sender in its own characters', async () => {
  const { get } = await startPages()
  const name = 'Bücher, Tee & mehr'
  await catchMail({ ...mail, from: formatSender(`${name} <shop@tea.example>`) }, 'one')
  expect((await get('/mail')).body).toContain('From Bücher, Tee &amp; mehr &lt;shop@tea.example&gt;')
  expect((await get('/mail/one/text')).body).toMatch(`From: ${name} <shop@tea.example>\n`)
})

test('does not find other mails, files, paths and methods', async () => {
  const { get, request } = await startPages()
  await catchMail(mail, 'one')
  for (const path of ['/mail/two', '/mail/%2e%2e%2fone', '/mail/two/text']) expect((await get(path)).status).toBe(404)
  for (const path of ['/mails', '/mail/one/html', '/mail/one/text/2'])
    expect((await request(path)).json).toMatchObject({ code: 'unknown_path' })
  expect((await request('/mail', { method: 'DELETE' })).json).toMatchObject({ code: 'unknown_path' })
})
