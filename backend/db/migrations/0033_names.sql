ALTER TABLE "authors" ADD COLUMN "display_name" text;--> statement-breakpoint
ALTER TABLE "authors" ADD COLUMN "name_skeletons" text[];--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "title_skeletons" text[];--> statement-breakpoint
CREATE INDEX CONCURRENTLY "authors_by_skeleton" ON "authors" USING gin ("name_skeletons") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "authors_without_skeleton" ON "authors" USING btree ("uid") WHERE "authors"."name_skeletons" IS NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "projects_by_skeleton" ON "projects" USING gin ("title_skeletons") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "projects_without_skeleton" ON "projects" USING btree ("id") WHERE "projects"."title_skeletons" IS NULL;