import { expect, test } from 'vitest'
import { commands } from '../../../infra/admin/commands.ts'
import { store } from '../../../infra/admin/store.ts'
import * as keys from '../../../lib/keys/index.ts'
import { client } from '../../../lib/store/client.ts'
import { call } from '../../support/store.ts'

/** The words of a command as a shell hands them over; texts with spaces are given apart. */
const run = (typed: string, ...more: string[]) => store([...typed.split(' '), ...more])

async function json<T = any>(typed: string, ...more: string[]): Promise<T> {
  const { exitCode, output, sentences } = await run(`--json ${typed}`, ...more)
  expect({ exitCode, sentences }).toEqual({ exitCode: 0, sentences: '' })
  return JSON.parse(output)
}

const openStore = () => json('account create --currency EUR --name', 'Tea & Tees')

const keyForm = /sk_(live|test)_[0-9A-Za-z]{49}/g

test('opens a store whose two keys open it, each in its mode', async () => {
  const opened = await json(
    'account create --currency eur --features creditnotes,SUBSCRIPTIONS --domain https://www.Tea.example/ --name',
    'Tea & Tees',
  )
  expect(opened).toMatchObject({
    account: expect.any(Number),
    keys: { Live: expect.stringMatching(/^sk_live_/), Test: expect.stringMatching(/^sk_test_/) },
    name: 'Tea & Tees',
    currency: 'EUR',
    features: ['subscriptions', 'creditNotes'],
    enabled: true,
    domain: { domain: 'tea.example', protocol: 'HTTPS' },
  })
  for (const mode of ['Live', 'Test'] as const) {
    const entered = await keys.authenticate(opened.keys[mode])
    expect(entered?.key).toMatchObject({ account: opened.account, mode })
    const { body } = await call('domains.get', { account: opened.account, mode })
    expect(body).toEqual(opened.domain)
  }
})

test('a store needs neither features nor a domain', async () => {
  const { account, features, domain } = await openStore()
  expect({ features, domain }).toEqual({ features: [], domain: null })
  expect(await call('domains.get', { account, mode: 'Live' })).toMatchObject({ status: 404 })
})

test('what fails between the two keys shows neither, and leaves a store that can be given others', async () => {
  let writes = 0
  client.middlewareStack.add(
    (next, { commandName }) =>
      async args => {
        if (commandName === 'PutItemCommand' && ++writes === 3) throw new Error('The line is dead.')
        return next(args)
      },
    { step: 'initialize', name: 'failing' },
  )
  const name = `Half-made ${Date.now()}`
  const failed = await store(['account', 'create', '--currency', 'EUR', '--name', name])
  client.middlewareStack.remove('failing')
  expect(failed).toEqual({ exitCode: 1, output: '', sentences: 'The line is dead.' })
  const { account } = (await json('account list')).find((one: any) => one.name === name)
  const [lost] = await json(`key list ${account}`)
  expect(await json(`key revoke --account ${account} --key ${lost.id}`)).toMatchObject({ state: 'revoked' })
  expect(await json(`key create --account ${account} --mode Test`)).toMatchObject({ state: 'active' })
})

test('shows people the keys of a new store once, and never again', async () => {
  const { output, exitCode } = await run('account create --currency EUR --name Tea')
  expect(exitCode).toBe(0)
  expect(output.match(keyForm)).toHaveLength(2)
  expect(output).toContain('shown this once')
  const [, account = ''] = /^(\d+)/m.exec(output) ?? []
  for (const typed of [`account show ${account}`, `key list ${account}`, 'account list']) {
    const shown = await run(typed)
    expect(shown.output).toContain(typed.startsWith('key') ? 'active' : account)
    expect(shown.output).not.toMatch(/sk_|[0-9a-f]{64}/)
    expect((await run(`${typed} --json`)).output).not.toMatch(/sk_|[0-9a-f]{64}/)
  }
})

test('switches a store off and on, and says when callers feel it', async () => {
  const { account } = await openStore()
  const disabled = await run(`account disable ${account}`)
  expect(disabled.output).toMatch(/disabled.*within 60 seconds/s)
  expect(await json(`account show ${account}`)).toMatchObject({ account, enabled: false })
  expect(await json(`account disable ${account}`)).toMatchObject({ enabled: false })
  expect(await json(`account enable ${account}`)).toMatchObject({ account, enabled: true })
})

test('sets where digital goods are handed out, shows it, and forgets it again', async () => {
  const { account } = await openStore()
  const url = 'https://shop.example/files'
  expect(await json(`account show ${account}`)).toMatchObject({ account, downloadsUrl: null })
  expect(await json(`account set --account ${account} --downloads ${url}`)).toMatchObject({
    account,
    downloadsUrl: url,
  })
  const { output } = await run(`account show ${account}`)
  expect(output).toContain(`Digital goods are at ${url}/{orderToken}/{fileGuid}.`)
  expect(await json(`account set ${account} --downloads`, '')).toMatchObject({ downloadsUrl: null })
  expect(await json(`account show ${account}`)).toMatchObject({ downloadsUrl: null })
})

test('sets after how many days idle carts go, beside whatever else is set', async () => {
  const { account } = await openStore()
  expect(await json(`account show ${account}`)).toMatchObject({ account, cartDays: 90 })
  const downloadsUrl = 'https://shop.example/files'
  expect(
    await json(`account set --account ${account} --cart-days 30 --downloads ${downloadsUrl}`),
  ).toMatchObject({ account, cartDays: 30, downloadsUrl })
  expect(await json(`account set ${account} --cart-days 3650`)).toMatchObject({
    cartDays: 3650,
    downloadsUrl,
  })
  expect((await run(`account show ${account}`)).output).toContain('Idle carts go after 3650 days.')
})

test('lists the stores with those just opened at the end', async () => {
  const { account } = await openStore()
  const listed = await json('account list')
  expect(listed.map((one: any) => one.account)).toContain(account)
})

test('a key is issued beside the others, listed and revoked', async () => {
  const { account } = await openStore()
  const issued = await json(
    `key create --account ${account} --mode live --expires 2090-12-31 --name`,
    'ERP, new',
  )
  const form = {
    account,
    mode: 'Live',
    name: 'ERP, new',
    expires: '2090-12-31T23:59:59.999Z',
    state: 'active',
  }
  expect(issued).toMatchObject({ ...form, secret: expect.stringMatching(/^sk_live_/) })
  expect(await keys.authenticate(issued.secret)).not.toBeNull()
  const listed = await json(`key list ${account}`)
  expect(listed).toHaveLength(3)
  expect(listed[2]).toMatchObject({ ...form, id: issued.id, ending: issued.secret.slice(-4) })
  const revoked = await json(`key revoke --account ${account} --key ${issued.id}`)
  expect(revoked).toMatchObject({ id: issued.id, state: 'revoked', revokedOn: expect.any(String) })
  expect(await keys.authenticate(issued.secret)).toBeNull()
  expect(await json(`key revoke --account ${account} --key ${issued.id}`)).toEqual(revoked)
  expect((await run(`key revoke --account ${account} --key ${issued.id}`)).output).toContain(
    'within 60 seconds',
  )
})

test.each([
  ['account show 7', 1, 'There is no account 7.'],
  ['account disable 7', 1, 'There is no account 7.'],
  ['account set 7 --downloads https://a.example', 1, 'There is no account 7.'],
  ['account set 7 --cart-days 7', 1, 'There is no account 7.'],
  ['key list 7', 1, 'There is no account 7.'],
  ['key create --account 7 --mode Live', 1, 'There is no account 7.'],
  ['key create --account 7 --mode Live --expires 2020-01-01', 1, 'expires has already passed.'],
  [
    'key revoke --account 7 --key 01a1fc39-4ecf-7428-8191-54c8851fa7c9',
    1,
    'Account 7 has no key 01a1fc39-4ecf-7428-8191-54c8851fa7c9.',
  ],
  ['send /no/such/file', 1, '/no/such/file cannot be read: '],
  [
    'account create --name Tea',
    2,
    '--currency is required.\nUsage: npm run store -- account create --name TEXT ',
  ],
  ['frobnicate', 2, 'There is no command "frobnicate".\n'],
])('"%s" fails with code %i and a sentence, and prints nothing', async (typed, exitCode, sentence) => {
  for (const ending of ['', ' --json']) {
    const failed = await run(typed + ending)
    expect(failed).toMatchObject({ exitCode, output: '' })
    expect(failed.sentences).toContain(sentence)
  }
})

test('help names every command, and of one every option', async () => {
  const all = await run('help')
  for (const { words, purpose } of commands) expect(all.output).toMatch(new RegExp(`  ${words} +${purpose}`))
  const one = await run('account create --help')
  for (const option of [
    '--name TEXT',
    '--currency CODE',
    '[--features LIST]',
    '[--domain HOST]',
    '--stage NAME',
  ])
    expect(one.output).toContain(option)
  expect(await json('help key')).toHaveLength(3)
})

test('help fits on a screen: no line is longer than 120 letters', async () => {
  for (const topic of ['', ...commands.map(({ words }) => words)]) {
    const { output } = await run(`help ${topic}`.trim())
    for (const line of output.split('\n')) expect(line.length, line).toBeLessThanOrEqual(120)
  }
})
