import { button, checkbox, link, on, type Press, tab, typed } from './press.ts'
import type { World } from './world.ts'

/** The presses of admins and owners. */
export function staffPresses({ playerId, next, last }: World): Press[] {
  return [
    ...on('visitor', '/admin', {
      Continue: typed({ 'Admin email': 'admin@demo.test', Name: 'Demo Admin' }, button('Continue')),
    }),
    ...on('admin', '/admin', {
      'a booking': button(/1-on-1 Basic Session/),
    }),
    ...on('admin', `/admin?booking=${last}`, { Send: typed({ 'Your message': 'Ok' }, button(/^Send/)) }),
    ...on('admin', '/admin-booking', { 'Create Free Booking, empty': button('Create Free Booking') }),
    ...on('admin', '/admin-deliveries', {
      Refresh: button('Refresh'),
      Failed: button(/^Failed/),
      'a mail': link(/^Mail/),
    }),
    ...on('admin', '/admin-sms', {
      Message: button(/^Message /),
      SMS: button(/^SMS /),
      'Coach Applications': button(/^Coach Applications/),
    }),
    ...on('admin', '/admin-sms?tab=applications', { Review: button(/^Review/) }),
    ...on('admin', '/today', { 'an application': link(/^Flipside/), Search: button('Search') }),
    ...on('admin', `/people/${playerId}`, { 'Keep note': typed({ 'New note': 'Is kind.' }, button('Keep note')) }),
    ...on('admin', `/sessions/${last}`, { 'What happens': link(/^What happens/) }),

    ...on('owner', '/today', {
      Search: button('Search'),
      'a result of the search': async (page) => {
        await button('Search')(page).click()
        await page.getByRole('combobox').fill('rimshot')
        const first = page.getByRole('option').first()
        await first.waitFor()
        return first
      },
      'an inquiry': link(/^NachoBoost/),
      'More pages': button('More pages'),
      'My time': button(/^My time/),
    }),
    ...on('owner', '/owner', {
      Messages: tab(/^Messages/),
      Contacts: tab(/^Contacts/),
      Ratings: tab(/^Ratings/),
      Stories: tab(/^Stories/),
      Money: link('Money'),
      Insights: link('Insights'),
      'a booking': button('Pixelmaus'),
      'choose a booking': checkbox(/^Choose LU-/),
      Filters: button('Filters'),
      'Export CSV': button('Export CSV'),
    }),
    ...on('owner', `/owner?booking=${next}`, {
      Move: button('Move'),
      'Call off': button('Call off'),
      Refund: button('Refund'),
      'Cancel booking': button('Cancel booking'),
    }),
    ...on('owner', '/owner?tab=messages', { 'a conversation': button(/^NachoBoost/) }),
    ...on('owner', `/owner?tab=messages&booking=${last}`, {
      'Take it': button('Take it'),
      'Send Message': typed({ 'Your message': 'Ok' }, button('Send Message')),
    }),
    ...on('owner', '/owner?tab=contacts', { Answered: button(/^Answered/), Reply: link(/^Reply to/) }),
    ...on('owner', '/owner?tab=ratings', { Approve: button(/^Approve/), Reject: button(/^Reject/) }),
    ...on('owner', '/owner?tab=stories', { Approve: button(/^Approve/), Reject: button(/^Reject/) }),
    ...on('owner', '/owner?tab=coaches', { Edit: button(/^Edit/), Deactivate: button(/^Deactivate/) }),
    ...on('owner', '/owner?tab=roles', {
      'Grant admin role, empty': button('Grant admin role'),
      'Remove admin role': button(/^Remove admin role/),
      'Require it for everybody': button('Require it for everybody'),
    }),
    ...on('owner', '/owner?tab=audit', { 'Export CSV': button('Export CSV') }),
    ...on('owner', '/owner?tab=money', {
      Refresh: button('Refresh'),
      'Last month': button('Last month'),
      'Mark paid': button(/^Mark .* paid/),
      'Set the next share': button('Set the next share'),
      'dealt with': button('Show payment problems dealt with'),
    }),
    ...on('owner', '/owner/insights', {
      'Last 90 days': button('Last 90 days'),
      'Show as table': button(/^Show as table/),
    }),
    ...on('owner', `/people/${playerId}`, { 'a booking': link(/^Elite Session/) }),
  ]
}
