import { route } from '../../kit/route.ts';
import { mergePeople } from './merge-people.ts';
import {
  createPerson,
  deletePerson,
  getPerson,
  listPeople,
  renamePerson,
  updatePerson,
} from './people.ts';

const path = '/v1/dev/user/people';
const one = `${path}/{person_id}`;
const credential = 'developer_key';

const session = 'session';
const own = '/v1/users/people';
const ownOne = `${own}/{person_id}`;

export const peopleRoutes = [
  route(listPeople, { method: 'GET', path, credential, answer: 'page' }),
  route(createPerson, { method: 'POST', path, credential }),
  route(getPerson, { method: 'GET', path: one, credential }),
  route(updatePerson, { method: 'PATCH', path: one, credential }),
  route(deletePerson, { method: 'DELETE', path: one, credential }),

  route(listPeople, { method: 'GET', path: own, credential: session, answer: 'page' }),
  route(createPerson, { method: 'POST', path: own, credential: session }),
  route(getPerson, { method: 'GET', path: ownOne, credential: session }),
  route(updatePerson, { method: 'PATCH', path: ownOne, credential: session }),
  route(renamePerson, {
    method: 'PATCH',
    path: `${ownOne}/name`,
    credential: session,
    query: ['value'],
  }),
  route(mergePeople, { method: 'POST', path: `${ownOne}/merge`, credential: session }),
  route(deletePerson, {
    method: 'DELETE',
    path: ownOne,
    credential: session,
    name: 'deleteOwnPerson',
    status: 204,
  }),
];
