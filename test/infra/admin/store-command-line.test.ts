import { expect, test } from 'vitest'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import * as keys from '../../../lib/keys/index.ts'
import { client } from '../../../lib/store/client.ts'
import { call } from '../../support/store.ts'

/** Runs a command. Arguments that are empty or contain spaces are passed in `more`. */
const run = (line: string, ...more: string[]) => runStoreCommandLine([...line.split(' '), ...more])

async function json<T = any>(line: string, ...more: string[]): Promise<T> {
  const { exitCode, output, errors } = await run(`--json ${line}`, ...more)
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
  return JSON.parse(output)
}

const createStore = () => json('account create --currency EUR --name', 'Tea & Tees')

const keyPattern = /sk_(live|test)_[0-9A-Za-z]{49}/g

test('creates a store with a valid key for each mode', async () => {
  const created = await json(
    'account create --currency eur --features creditnotes,SUBSCRIPTIONS --domain https://www.Tea.example/ --name',
    'Tea & Tees',
  )
  expect(created).toMatchObject({
    account: expect.any(Number),
    keys: { Live: expect.stringMatching(/^sk_live_/), Test: expect.stringMatching(/^sk_test_/) },
    name: 'Tea & Tees',
    currency: 'EUR',
    features: ['subscriptions', 'creditNotes'],
    enabled: true,
    domain: { domain: 'tea.example', protocol: 'HTTPS' },
  })
  for (const mode of ['Live', 'Test'] as const) {
    const result = await keys.authenticate(created.keys[mode])
    expect(result?.key).toMatchObject({ account: created.account, mode })
    const { body } = await call('domains.get', { account: created.account, mode })
    expect(body).toEqual(created.domain)
  }
})

test('creates a store without features and domain', async () => {
  const { account, features, domain } = await createStore()
  expect({ features, domain }).toEqual({ features: [], domain: null })
  expect(await call('domains.get', { account, mode: 'Live' })).toMatchObject({ status: 404 })
})

test('prints no key if the second cannot be created; other keys can be created for the store', {
  tags: ['long'],
}, async () => {
  let writes = 0
  client.middlewareStack.add(
    (next, { commandName }) =>
      async args => {
        /**
         * Three items are written before the keys: the account, and for each mode the version of its lists. The fifth
         * item is the second key.
         */
        if (commandName === 'PutItemCommand' && ++writes === 5) throw new Error('The connection is lost.')
        return next(args)
      },
    { step: 'initialize', name: 'failing' },
  )
  const name = `Incomplete ${Date.now()}`
  const failed = await runStoreCommandLine(['account', 'create', '--currency', 'EUR', '--name', name])
  client.middlewareStack.remove('failing')
  expect(failed).toEqual({ exitCode: 1, output: '', errors: 'The connection is lost.' })
  const { account } = (await json('account list')).find((one: any) => one.name === name)
  const [firstKey] = await json(`key list ${account}`)
  expect(await json(`key revoke --account ${account} --key ${firstKey.id}`)).toMatchObject({ state: 'revoked' })
  expect(await json(`key create --account ${account} --mode Test`)).toMatchObject({ state: 'active' })
})

test('prints the keys of a new store only once', { tags: ['long'] }, async () => {
  const { output, exitCode } = await run('account create --currency EUR --name Tea')
  expect(exitCode).toBe(0)
  expect(output.match(keyPattern)).toHaveLength(2)
  expect(output).toContain('shown only once')
  const [, account = ''] = /^(\d+)/m.exec(output) ?? []
  for (const line of [`account show ${account}`, `key list ${account}`, 'account list']) {
    const result = await run(line)
    expect(result.output).toContain(line.startsWith('key') ? 'active' : account)
    expect(result.output).not.toMatch(/sk_|[0-9a-f]{64}/)
    expect((await run(`${line} --json`)).output).not.toMatch(/sk_|[0-9a-f]{64}/)
  }
})

test('disables and enables a store, and prints when that takes effect', async () => {
  const { account } = await createStore()
  const disabled = await run(`account disable ${account}`)
  expect(disabled.output).toMatch(/disabled.*within 60 seconds/s)
  expect(await json(`account show ${account}`)).toMatchObject({ account, enabled: false })
  expect(await json(`account disable ${account}`)).toMatchObject({ enabled: false })
  expect(await json(`account enable ${account}`)).toMatchObject({ account, enabled: true })
})

test('sets, shows and resets the URL of digital goods', async () => {
  const { account } = await createStore()
  const url = 'https://shop.example/files'
  expect(await json(`account show ${account}`)).toMatchObject({ account, downloadsUrl: null })
  expect(await json(`account set --account ${account} --downloads ${url}/`)).toMatchObject({
    account,
    downloadsUrl: `${url}/`,
  })
  const { output } = await run(`account show ${account}`)
  expect(output).toMatch(new RegExp(`^downloads +${url}/{orderToken}/{fileGuid}$`, 'm'))
  expect(await json(`account set ${account} --downloads`, '')).toMatchObject({ downloadsUrl: null })
  expect(await json(`account show ${account}`)).toMatchObject({ downloadsUrl: null })
})

test('sets after how many days idle carts are deleted, along with other settings', async () => {
  const { account } = await createStore()
  expect(await json(`account show ${account}`)).toMatchObject({ account, cartDays: 90 })
  const downloadsUrl = 'https://shop.example/files'
  expect(await json(`account set --account ${account} --cart-days 30 --downloads ${downloadsUrl}`)).toMatchObject({
    account,
    cartDays: 30,
    downloadsUrl,
  })
  expect(await json(`account set ${account} --cart-days 3650`)).toMatchObject({ cartDays: 3650, downloadsUrl })
  expect((await run(`account show ${account}`)).output).toMatch(/^idle carts +deleted after 3650 days$/m)
})

test('sets which features are on, and keeps them otherwise', async () => {
  const { account } = await createStore()
  const { output } = await run(`account set ${account} --features creditNotes,subscriptions`)
  expect(output).toMatch(/^features +subscriptions,creditNotes$/m)
  expect(output).toContain('within 60 seconds')
  const features = ['subscriptions', 'creditNotes']
  expect(await json(`account set ${account} --cart-days 30`)).toMatchObject({ features })
  expect(await json(`account set ${account} --features`, '')).toMatchObject({ features: [] })
})

test('sets and shows the gateways, the prefix of credit notes, the sender of mails, the language and the time zone', async () => {
  const { account } = await createStore()
  const defaults = {
    gatewayTest: 'sandbox',
    gatewayLive: 'none',
    creditNotePrefix: 'CN-',
    mailFrom: null,
    language: 'en',
    timeZone: 'UTC',
  }
  expect(await json(`account show ${account}`)).toMatchObject(defaults)
  const mailFrom = 'Tea & Tees <shop@tea.example>'
  const line = `account set ${account} --gateway-test STRIPE --gateway-live stripe --credit-note-prefix R- --language DE --time-zone europe/berlin`
  const payment = { gatewayTest: 'stripe', gatewayLive: 'stripe', creditNotePrefix: 'R-' }
  const settings = { ...payment, mailFrom, language: 'de', timeZone: 'Europe/Berlin' }
  expect(await json(line, '--mail-from', mailFrom)).toMatchObject(settings)
  const { output } = await run(`account set ${account} --gateway-live stripe`)
  expect(output).toContain(`npm run store -- gateway set --account ${account} --mode Live --key-stdin`)
  expect(output).not.toContain('--mode Test')
  for (const shown of ['stripe', 'numbers after R-', mailFrom, 'de', 'Europe/Berlin'])
    expect(output).toContain(`  ${shown}`)
  expect(await json(`account set ${account} --mail-from`, '')).toMatchObject({ ...settings, mailFrom: null })
})

test.each([
  ['', '--account needs at least one setting to change.'],
  [' --gateway-test paypal', '--gateway-test must be one of sandbox, stripe, none.'],
  [' --language it', '--language must be one of en, fr, de, es.'],
  [' --mail-from nobody', '--mail-from must be an e-mail address'],
  [' --mail-from müller@tea.example', '--mail-from must be an e-mail address'],
  [' --time-zone +02:00', '--time-zone must be a time zone of the IANA database, such as Europe/Berlin.'],
])('"account set%s" is a usage error', async (options, message) => {
  const { account } = await createStore()
  const failed = await run(`account set --account ${account}${options}`)
  expect(failed.exitCode).toBe(2)
  expect(failed.errors).toContain(message)
})

test('lists a new store', { tags: ['long'] }, async () => {
  const { account } = await createStore()
  const items = await json('account list')
  expect(items.map((one: any) => one.account)).toContain(account)
})

test('creates another key, lists it and revokes it', async () => {
  const { account } = await createStore()
  const options = '--mode live --scope read --expires 2090-12-31'
  const issued = await json(`key create --account ${account} ${options} --name`, 'ERP, new')
  const fields = {
    account,
    mode: 'Live',
    scope: 'read',
    name: 'ERP, new',
    expires: '2090-12-31T23:59:59.999Z',
    state: 'active',
  }
  expect(issued).toMatchObject({ ...fields, secret: expect.stringMatching(/^sk_live_/) })
  expect(await keys.authenticate(issued.secret)).not.toBeNull()
  const items = await json(`key list ${account}`)
  expect(items).toHaveLength(3)
  expect(items[0].scope).toBe('all')
  expect(items[2]).toMatchObject({ ...fields, id: issued.id, ending: issued.secret.slice(-4) })
  const revoked = await json(`key revoke --account ${account} --key ${issued.id}`)
  expect(revoked).toMatchObject({ id: issued.id, state: 'revoked', revokedOn: expect.any(String) })
  expect(await keys.authenticate(issued.secret)).toBeNull()
  expect(await json(`key revoke --account ${account} --key ${issued.id}`)).toEqual(revoked)
  expect((await run(`key revoke --account ${account} --key ${issued.id}`)).output).toContain('within 60 seconds')
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
  ['account create --name Tea', 2, '--currency is required.\nAdd --help to see what a command takes.'],
  ['frobnicate', 2, "error: unknown command 'frobnicate'\n"],
])('"%s" fails with exit code %i and one sentence, and prints nothing else', async (line, exitCode, sentence) => {
  for (const ending of ['', ' --json']) {
    const failed = await run(line + ending)
    expect(failed).toMatchObject({ exitCode, output: '' })
    expect(failed.errors).toContain(sentence)
  }
})

test('help lists the groups, the commands of a group and the options of a command', async () => {
  const all = await run('help')
  expect(all).toMatchObject({ exitCode: 0, errors: '' })
  for (const group of ['account', 'key', 'gateway', 'sandbox', 'send', 'lists'])
    expect(all.output).toMatch(new RegExp(`  ${group}\\b`))
  const group = await run('help account')
  for (const command of ['create', 'list', 'show', 'set', 'enable', 'disable'])
    expect(group.output).toMatch(new RegExp(`  ${command}\\b`))
  const one = await run('account create --help')
  for (const option of ['--name <text>', '--currency <code>', '--features <list>', '--domain <host>'])
    expect(one.output).toContain(`  ${option} `)
  for (const option of ['--stage <name>', '--data <dir>', '--json']) expect(one.output).toContain(option)
})

test.each([[], ['account'], ['--help']])('%j prints help and succeeds', async (...args) => {
  const { exitCode, output, errors } = await runStoreCommandLine(args)
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
  expect(output).toMatch(/^Usage: npm run store -- /)
})
