ALTER TABLE "projects" ADD COLUMN "package_systems" jsonb;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "projects_by_fitting" ON "projects" USING btree ("kind",("fitting_minimums" -> 'any'));