import { expect, test } from 'vitest'
import { handler } from '../../functions/pages/redirect.ts'
import { contextFor, eventFor, newTenant } from '../support/store.ts'

test.each([
  ['/admin', '/admin/home'],
  ['/prod/admin/', '/prod/admin/home'],
])('redirects %s to %s, whether the URL has the name of the stage or not', async (path, Location) => {
  const event = eventFor('pages.redirect', await newTenant(), { headers: { Accept: 'text/html' } })
  event.requestContext.path = path
  expect(await handler(event, contextFor())).toMatchObject({ statusCode: 302, headers: { Location }, body: '' })
})
