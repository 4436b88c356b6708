-- A notification of an assignment names the batch, so that it opens the batch and is hidden once
-- the batch is undone. Existing notifications are matched by the user and time that they share with
-- their batch.

update notices set target = 'batch', target_id = batch.id
from assignment_batches batch
where notices.target is null and notices.event in ('loans-assigned', 'assignment-message')
  and batch.portfolio_id = notices.portfolio_id and batch.made_by = notices.sender_id
  and batch.made_at = notices.created_at;
